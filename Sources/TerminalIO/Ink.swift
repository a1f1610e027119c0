// SPDX-License-Identifier: MIT
/// The colour and attributes of a cell.
public struct Ink: Equatable, Hashable, Sendable {
    /// A colour, with one value per colour depth.
    public struct Colour: Equatable, Hashable, Sendable {
        /// One of the eight colours of ECMA-48, 0 ... 7.
        var basic: UInt8
        /// One of xterm's 256 colours.
        var indexed: UInt8
        var red: UInt8, green: UInt8, blue: UInt8

        public init(basic: UInt8, indexed: UInt8, red: UInt8, green: UInt8, blue: UInt8) {
            (self.basic, self.indexed, self.red, self.green, self.blue) = (basic, indexed, red, green, blue)
        }
    }

    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let bold = Attributes(rawValue: 1)
        public static let faint = Attributes(rawValue: 2)
        static let underlined = Attributes(rawValue: 4)
        public static let reversed = Attributes(rawValue: 8)
    }

    /// Nil for the terminal's default colour.
    var colour: Colour?
    public var attributes: Attributes

    public init(_ colour: Colour? = nil, _ attributes: Attributes = []) {
        self.colour = colour
        self.attributes = attributes
    }

    public static let plain = Ink()
    public static let bold = Ink(nil, .bold)
    public static let faint = Ink(nil, .faint)
    public static let reversed = Ink(nil, .reversed)

    /// The escape sequence that sets this ink, whatever was set before.
    func sequence(_ depth: ColourDepth) -> String {
        var codes = ["0"]
        if attributes.contains(.bold) { codes.append("1") }
        if attributes.contains(.faint) { codes.append("2") }
        if attributes.contains(.underlined) { codes.append("4") }
        if attributes.contains(.reversed) { codes.append("7") }
        if let colour {
            switch depth {
            case .none: break
            case .basic: codes.append("\(30 + Int(colour.basic & 7))")
            case .indexed: codes.append("38;5;\(colour.indexed)")
            case .direct: codes.append("38;2;\(colour.red);\(colour.green);\(colour.blue)")
            }
        }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

/// How many colours a terminal has.
public enum ColourDepth: Equatable, Sendable { case none, basic, indexed, direct }
