// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A player logs each change with the time of its application; rendering that log gives the bytes that were played.
@Suite(.waiting, .serialized) struct AppliedLogTests {
    /// Plays by a shell line in which `PLAY` is the player, then renders its log.
    private static func play(_ line: String) throws -> (played: Data, rendered: Data, log: String, errors: String) {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let log = folder.path("applied.jsonl")
        let player = "amaoto play -D cap -f S16_LE --seed 9 --applied \(log)"
        let play = try Program.shellMustSucceed(line.replacingOccurrences(of: "PLAY", with: player), environment: environment)
        let render = try Program.mustSucceed("render", "--applied", log, "-f", "S16_LE", "-o", "-", "--container", "raw")
        return (try Data(contentsOf: captured), render.output, try String(contentsOfFile: log, encoding: .utf8), play.errors)
    }

    @Test func aListenerAtTheKeys() throws {
        // Volume, mute, pause, seek, speed: at arbitrary moments.
        let keys = "9 9 m m ' ' 0 ' ' ] '\\033[C' [ '\\033[D' 9"
        let run = try Self.play(
            """
            (for key in \(keys); do sleep 0.37; printf "$key"; done; sleep 3) |
                script -qec 'PLAY examples/visnjan-drive.gpx --speed 20 -d 6' /dev/null
            """)
        #expect(run.played.count == 6 * 48_000 * 4)
        #expect(run.rendered == run.played)
        #expect(run.log.contains("\"muted\":true") && run.log.contains("\"gain\":-"))
        #expect(Set(run.played).count > 200, "a silent capture proves nothing")
    }

    @Test func aLiveTrackWhoseFixesComeWhenTheyCome() throws {
        let run = try Self.play(
            """
            (echo time,speed; for n in 1 2 3 4 5 6 7 8; do echo "2026-01-01T00:00:0$n.000Z,$((n * 3))"; sleep 0.4; done) |
                PLAY - -t csv -d 4
            """)
        #expect(run.played.count == 4 * 48_000 * 4)
        #expect(run.rendered == run.played)
        #expect(run.log.split(separator: "\n").count > 10, "\(run.errors)")
    }
}
