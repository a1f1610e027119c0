// SPDX-License-Identifier: MIT
/// The reason a point or a region cannot be used.
public enum LandmarkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not written correctly.
    case usage(_ message: String, remedy: String)
    /// The file of a region is malformed or cannot be read.
    case file(InputFault)

    static func duplicateName(_ name: String) -> LandmarkError {
        .usage("the name '\(name)' is used twice", remedy: "give each a unique name")
    }

    /// The cause and the remedy.
    public var description: String {
        switch self {
        case .usage(let message, let remedy): "\(message); \(remedy)"
        case .file(let fault): "\(fault)"
        }
    }
}
