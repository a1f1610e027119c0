/// Why a message from outside was not carried out, or not as it was written.
public enum RemoteFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing has that name.
    case unknown(String, nearest: String?)
    /// The argument is missing or of the wrong kind.
    case argument(String, wants: String)
    /// The parameter is read once, when the playing begins.
    case fixed(String)
    /// Nothing that can be sought through is played.
    case noTrack(String)
    /// The value was taken to the nearest one that is allowed.
    case clamped(String, value: String, limits: String, taken: String)
    /// The datagram is no message.
    case broken(String)

    public var description: String {
        switch self {
        case .unknown(let name, let nearest):
            "there is no \(name); \(nearest.map { "did you mean \($0)?" } ?? "docs/parameters.md lists the parameters, /amaoto/list too")"
        case .argument(let name, let wants): "\(name) takes \(wants)"
        case .fixed(let name): "\(name) is fixed when the playing begins; set it in the preset"
        case .noTrack(let name): "\(name) needs a recorded track"
        case .clamped(let name, let value, let limits, let taken): "\(name) takes \(limits); \(value) is taken as \(taken)"
        case .broken(let cause): "a datagram was skipped: \(cause)"
        }
    }
}
