// SPDX-License-Identifier: MIT
/// One message of Open Sound Control 1.0 (https://opensoundcontrol.stanford.edu/spec-1_0.html).
public struct OSCMessage: Equatable, Sendable {
    /// One argument.
    public enum Argument: Equatable, Sendable {
        /// Types `i` and `h`.
        case integer(Int64)
        /// Types `f` and `d`.
        case number(Double)
        /// Types `s` and `S`.
        case text(String)
        /// Types `T` and `F`.
        case flag(Bool)
        /// Any other type, by its letter.
        case other(Character)
    }

    /// The address, beginning with a slash.
    public var address: String
    public var arguments: [Argument]
    /// When it takes effect, if its bundle specifies a time; nil: at once.
    public var time: OSCTime?

    public init(_ address: String, _ arguments: [Argument] = []) {
        self.address = address
        self.arguments = arguments
    }
}
