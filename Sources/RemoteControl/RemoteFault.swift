// SPDX-License-Identifier: MIT
import Tracking

/// The reason why a message from outside was not executed, or not exactly as written.
public enum RemoteFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name is unknown.
    case unknown(String, nearest: String?)
    /// The argument is missing or has the wrong type.
    case argument(String, expected: String)
    /// The parameter is read only once, when playback begins.
    case fixed(String)
    /// No seekable track is being played.
    case noTrack(String)
    /// The value was clamped to the nearest permitted one.
    case clamped(String, value: String, limits: String, taken: String)
    /// The preset has no event of this name, only the given ones.
    case noEvent(String, events: [String])
    /// The preset cannot be changed to the named one.
    case preset(String)
    /// The time of the bundle is too far ahead, or too many messages already wait for theirs.
    case untimely(String)
    /// The datagram is not a valid message.
    case broken(String)

    public var description: String {
        switch self {
        case .unknown(let name, let nearest):
            "there is no \(name); \(nearest.map { "did you mean \($0)?" } ?? "/amaoto/list lists the parameters")"
        case .argument(let name, let expected): "\(name) takes \(expected)"
        case .fixed(let name): "\(name) cannot change during playback; set it in the preset"
        case .noTrack(let name): "\(name) needs a recorded track"
        case .clamped(let name, let value, let limits, let taken): "\(name) takes \(limits); \(value) was clamped to \(taken)"
        case .noEvent(let name, let events):
            "the preset has no event \(name); "
                + NearestName.remedy(
                    name, in: events, else: events.isEmpty ? "it has none" : "it has \(events.joined(separator: ", "))")
        case .preset(let cause): cause
        case .untimely(let cause): "a message was skipped: \(cause)"
        case .broken(let cause): "a datagram was skipped: \(cause)"
        }
    }
}
