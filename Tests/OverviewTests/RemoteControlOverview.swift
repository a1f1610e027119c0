// SPDX-License-Identifier: MIT
import OpenSoundControl
import RemoteControl
import Testing
import Transport

/// The example of RemoteControl's overview.
struct RemoteControlOverview {
    @Test func example() async throws {
        // example begins
        let socket = try OSCSocket(port: 0)
        var control = RemoteControl(socket) { line in print(line) }

        // The status comes from playback; nil before it begins.
        let status: PlaybackStatus? = nil
        let commands = control.commands(status)
        for command in commands {
            if case .setVolume(let gain) = command { print("volume \(gain) dB") }
        }
        // example ends
        #expect(commands.isEmpty)
        #expect(socket.port > 0)
    }
}
