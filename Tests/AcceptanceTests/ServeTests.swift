// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// `--serve PORT`: another program on this machine follows the state of the rain.
@Suite(.waiting) struct ServeTests {
    /// curl connects during playing: from then on it receives the lines of the state log, to the last.
    @Test(.needs("curl")) func whoFollowsIsToldWhatTheStateLogSays() throws {
        let (folder, _, environment) = try SoundDevices.capturing()
        let state = folder.file("state.jsonl")
        let rows = (0...6).map { "\(1_767_225_600 + $0),\(4 + 3 * $0)\n" }.joined()
        let ride = try folder.write("time,speed\n" + rows, to: "ride.csv")
        let port = try freePort()
        let run = try RunningProgram(
            ["play", ride.path, "-D", "cap", "-p", "commuter", "--state", state.path, "--serve", String(port)], environment: environment)
        try run.wait { run.errors.contains("The state is at http://localhost:\(port)/events") }
        let follower = try RunningProgram(["-s", "-N", "-m", "60", "http://localhost:\(port)/events"], executable: "/usr/bin/curl")
        try follower.wait { follower.text.contains("\n\n") }
        let before = follower.text.components(separatedBy: "\n\n").dropLast().count { $0 != ":" }
        let newest = try Program.shellMustSucceed("curl -s -m 10 http://127.0.0.1:\(port)/state")
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(follower.finish() == 0)

        let lines = try String(contentsOf: state, encoding: .utf8).split(separator: "\n").map(String.init)
        // Comments, which clients ignore, keep the connection from looking dead.
        let told = follower.text.components(separatedBy: "\n\n").dropLast().filter { $0 != ":" }
        let first = try #require(lines.firstIndex { "data: \($0)" == told.first })
        let isSame = told == lines[first...].map { "data: \($0)" }
        #expect(isSame, "\(told.count) lines of \(lines.count - first)")
        #expect(told.count > 3)
        // A single request never returns anything older than what the follower had by then.
        let place = try #require(lines.firstIndex { $0 + "\n" == newest.text }, "\(newest.text)")
        #expect(place >= first + before - 1)
    }
}
