import AudioOutput
import Synchronization

/// What the playing has to say to the terminal tuner, which shows it when it can. Any thread; never waits for the screen.
public final class TunerNotices: Sendable {
    struct State: Sendable {
        var messages: [String] = []
        var sound = "starting"
        var sampleRate = 48_000
    }

    private let state = Mutex(State())

    public init() {}

    /// Shows a sentence on the message line.
    public func tell(_ message: String) { state.withLock { $0.messages.append(message) } }

    /// Says on which device it sounds.
    public func started(_ device: DeviceReport, note: String? = nil) {
        state.withLock { state in
            state.sampleRate = device.sampleRate
            state.sound = note ?? "\(device.device) \(device.sampleRate) Hz"
        }
    }

    /// Says why nothing sounds any more.
    public func ended(_ why: String) { state.withLock { $0.sound = why } }

    var sound: String { state.withLock { $0.sound } }
    var sampleRate: Int { state.withLock { $0.sampleRate } }

    /// The messages since the last call, as one.
    func takeMessages() -> String? {
        let messages = takeAll()
        return messages.isEmpty ? nil : messages.joined(separator: " ")
    }

    /// The messages since the last call.
    public func takeAll() -> [String] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }
}
