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
    static let all: [Unit] = {
        let scales: [(Dimension, [(String, Double)])] = [
            (.speed, [("m/s", 1), ("km/h", 1 / 3.6), ("mph", 0.44704), ("kn", 1852 / 3600), ("m/min", 1 / 60), ("m/h", 1 / 3600)]),
            (.acceleration, [("m/s2", 1), ("g", 9.80665)]),
            (.length, [("m", 1), ("km", 1000), ("cm", 0.01), ("mi", 1609.344), ("nmi", 1852), ("ft", 0.3048)]),
            (.duration, [("s", 1), ("min", 60), ("h", 3600)]), (.angle, [("deg", 1)]),
            (.angularRate, [("deg/s", 1), ("deg/min", 1 / 60)]),
        ]
        return scales.flatMap { dimension, units in units.map { Unit(name: $0, dimension: dimension, scale: $1) } }
    }()

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
