/// Why a point or a region cannot be had.
public enum LandmarkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not written as it should be.
    case usage(_ message: String, remedy: String)
    /// The file of a region is broken, or cannot be read.
    case file(InputFault)

    static func doubled(_ name: String) -> LandmarkError {
        .usage("two have the name '\(name)'", remedy: "give each a name of its own")
    }

    /// Cause and remedy.
    public var description: String {
        switch self {
        case .usage(let message, let remedy): "\(message); \(remedy)"
        case .file(let fault): "\(fault)"
        }
    }
}
