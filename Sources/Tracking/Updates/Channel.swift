// SPDX-License-Identifier: MIT
/// The kind of quantity that a channel carries; presets' units are checked against it.
public enum Dimension: Sendable {
    case speed, acceleration, length, angle, angularRate, duration, plain, category
    /// One of two numbers: 0 or 1, or -1 or 1.
    case flag

    /// The SI unit, empty without one.
    var unit: String {
        switch self {
        case .speed: "m/s"
        case .acceleration: "m/s2"
        case .length: "m"
        case .angle: "deg"
        case .angularRate: "deg/s"
        case .duration: "s"
        case .plain, .category, .flag: ""
        }
    }
}

/// A channel that a tracker can produce: its name and its meaning.
public struct Channel: Equatable, Sendable {
    /// The name that presets use: `speed`, `climb`, `csv.heart`.
    public let name: String
    public let dimension: Dimension
    /// The SI unit of its values: `m/s`, `m/s2`, `m`, `deg`, `deg/s`, `s`, or empty.
    public var unit: String { dimension.unit }
    public init(name: String, dimension: Dimension) {
        self.name = name
        self.dimension = dimension
    }
    /// The input's column that the channel carries; nil for any other channel.
    public var column: String? { Self.column(of: name) }
    /// The same for a channel's name.
    package static func column(of name: String) -> String? { name.hasPrefix("csv.") ? String(name.dropFirst(4)) : nil }
    /// True for a channel of two values, for which two audible steps are enough.
    public var isSwitch: Bool { dimension == .flag }
    /// True for numbers without a unit, which may be codes.
    public var isPlain: Bool { dimension == .plain || dimension == .flag }
}

/// The value of a channel at one moment.
public enum ChannelValue: Equatable, Sendable {
    case number(Double)
    case category(String)
    /// The number, or nil for a category.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The category, or nil for a number.
    public var category: String? { if case .category(let value) = self { value } else { nil } }
    /// The category, or the number in its shortest exact form.
    public var text: String {
        switch self {
        case .number(let value): "\(value)"
        case .category(let value): value
        }
    }
}

/// The channels of one update, in the tracker's order; unknown channels are absent.
public struct ChannelValues: Equatable, Sendable {
    public private(set) var entries: [(name: String, value: ChannelValue)] = []
    public init() {}
    public subscript(name: String) -> ChannelValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            let place = entries.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): entries[place].value = value
            case (let place?, nil): entries.remove(at: place)
            case (nil, let value?): entries.append((name, value))
            case (nil, nil): break
            }
        }
    }
    /// Sets every value of `others`.
    public mutating func replace(with others: ChannelValues) { for (name, value) in others.entries { self[name] = value } }
    /// Makes room for `count` more entries.
    mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }
    /// Adds a number under a name that is not in use yet.
    mutating func append(_ name: String, _ number: Double) { entries.append((name, .number(number))) }
    /// Adds a value, if known, under a name that is not in use yet.
    package mutating func append(_ name: String, _ value: ChannelValue?) { if let value { entries.append((name, value)) } }
    public static func == (a: ChannelValues, b: ChannelValues) -> Bool {
        a.entries.elementsEqual(b.entries) { $0.name == $1.name && $0.value == $1.value }
    }
}
