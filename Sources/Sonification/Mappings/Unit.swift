// SPDX-License-Identifier: MIT
import Tracking

/// A unit that a preset may use for a channel: `km/h`, `min`, `deg/s`.
public struct Unit: Equatable, Sendable {
    /// The unit as a preset writes it.
    public let name: String
    let dimension: Dimension
    /// The size of the unit in the tracker's SI unit.
    public let scale: Double

    /// All units, the SI unit of each dimension first.
    static let all: [Unit] = [
        Unit(name: "m/s", dimension: .speed, scale: 1),
        Unit(name: "km/h", dimension: .speed, scale: 1 / 3.6),
        Unit(name: "mph", dimension: .speed, scale: 0.44704),
        Unit(name: "kn", dimension: .speed, scale: 1852.0 / 3600),
        Unit(name: "m/min", dimension: .speed, scale: 1 / 60.0),
        Unit(name: "m/h", dimension: .speed, scale: 1 / 3600.0),
        Unit(name: "m/s2", dimension: .acceleration, scale: 1),
        Unit(name: "g", dimension: .acceleration, scale: 9.80665),
        Unit(name: "m", dimension: .length, scale: 1),
        Unit(name: "km", dimension: .length, scale: 1000),
        Unit(name: "cm", dimension: .length, scale: 0.01),
        Unit(name: "mi", dimension: .length, scale: 1609.344),
        Unit(name: "nmi", dimension: .length, scale: 1852),
        Unit(name: "ft", dimension: .length, scale: 0.3048),
        Unit(name: "s", dimension: .duration, scale: 1),
        Unit(name: "min", dimension: .duration, scale: 60),
        Unit(name: "h", dimension: .duration, scale: 3600),
        Unit(name: "deg", dimension: .angle, scale: 1),
        Unit(name: "deg/s", dimension: .angularRate, scale: 1),
        Unit(name: "deg/min", dimension: .angularRate, scale: 1 / 60.0),
    ]

    /// The unit with the given name, or nil.
    public static func named(_ name: String) -> Unit? { all.first { $0.name == name } }
    /// The names of the units of one dimension.
    static func names(of dimension: Dimension) -> [String] {
        all.filter { $0.dimension == dimension }.map(\.name)
    }
    /// The unit that the tracker uses for a channel; its name is empty for plain numbers.
    static func native(to channel: Channel) -> Unit {
        Unit(name: channel.unit, dimension: channel.dimension, scale: 1)
    }
}
