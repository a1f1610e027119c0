// SPDX-License-Identifier: MIT
import AudioOutput
import Synchronization

/// Messages from playback to the terminal tuner, which shows them when it can. Any thread; never waits for the screen.
public final class TunerNotices: Sendable {
    struct State: Sendable {
        var messages: [String] = []
        var sound = "starting"
        var sampleRate = 48_000
    }

    private let state = Mutex(State())

    init() {}

    /// Posts a sentence for the message line.
    func post(_ message: String) { state.withLock { $0.messages.append(message) } }

    /// Reports the device on which playback has started.
    func started(_ device: DeviceReport, note: String?) {
        state.withLock { state in
            state.sampleRate = device.sampleRate
            state.sound = note ?? "\(device.device) \(device.sampleRate) Hz"
        }
    }

    /// Reports why playback has ended.
    func ended(_ why: String) { state.withLock { $0.sound = why } }

    var sound: String { state.withLock { $0.sound } }
    var sampleRate: Int { state.withLock { $0.sampleRate } }

    /// Returns the messages since the last call.
    public func takeAll() -> [String] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }
}
