// SPDX-License-Identifier: MIT
import PlainText

/// A feature of the National Land Numerical Information's railway data (N02) in GeoJSON.
struct N02Feature {
    /// An error in a feature.
    struct Fault: Error {
        /// The path in the feature, outermost first: `geometry`, `coordinates`, `[0]`.
        var place: [String] = []
        var message: String

        static func missing(_ name: String) -> Fault { Fault(message: "no \(name)") }
        static let otherKind = Fault(message: "unexpected type of GeoJSON value")

        func within(_ outer: String) -> Fault { Fault(place: [outer] + place, message: message) }
    }

    var line: String?
    var company: String?
    var station: String?
    var stationCode: String?
    /// The runs of a LineString, a MultiLineString or a Point; empty for other geometries; nil without a geometry.
    var lines: [[Railway.Position]]?

    init(_ feature: JSONValue) throws(Fault) {
        guard case .object = feature else { throw .otherKind }
        (line, company, station, stationCode) = try Self.member("properties", of: feature) { properties throws(Fault) in
            (
                try Self.text("N02_003", of: properties), try Self.text("N02_004", of: properties),
                try Self.text("N02_005", of: properties),
                try Self.text("N02_005c", of: properties)
            )
        }
        if let geometry = feature["geometry"], geometry != .null { lines = try Self.member("geometry", of: feature, Self.lines) }
    }

    private static func lines(_ geometry: JSONValue) throws(Fault) -> [[Railway.Position]] {
        switch try text("type", of: geometry) {
        case nil: throw .missing("type")
        case "Point": try member("coordinates", of: geometry) { point throws(Fault) in [[try position(point)].compactMap(\.self)] }
        case "LineString": try member("coordinates", of: geometry) { points throws(Fault) in [try line(points)] }
        case "MultiLineString": try member("coordinates", of: geometry) { parts throws(Fault) in try each(parts, line) }
        default: []
        }
    }

    private static func line(_ points: JSONValue) throws(Fault) -> [Railway.Position] { try each(points, position).compactMap(\.self) }

    /// The position of a point, in which GeoJSON puts the longitude first; nil if it is not on Earth.
    private static func position(_ point: JSONValue) throws(Fault) -> Railway.Position? {
        let numbers = try each(point) { number throws(Fault) in
            guard let number = number.double else { throw .otherKind }
            return number
        }
        guard numbers.count >= 2 else { return nil }
        let position = Railway.Position(latitude: numbers[1], longitude: numbers[0])
        return position.isOnEarth ? position : nil
    }

    // MARK: Values with their paths

    private static func member<Result>(
        _ name: String, of object: JSONValue, _ read: (JSONValue) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        guard case .object = object else { throw .otherKind }
        guard let value = object[name] else { throw .missing(name) }
        do throws(Fault) { return try read(value) } catch { throw error.within(name) }
    }

    /// Nil if absent or null.
    private static func text(_ name: String, of object: JSONValue) throws(Fault) -> String? {
        guard case .object = object else { throw .otherKind }
        guard let value = object[name], value != .null else { return nil }
        guard let text = value.text else { throw Fault.otherKind.within(name) }
        return text
    }

    private static func each<Result>(_ array: JSONValue, _ read: (JSONValue) throws(Fault) -> Result) throws(Fault) -> [Result] {
        guard let items = array.array else { throw .otherKind }
        var results: [Result] = []
        results.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            do throws(Fault) { results.append(try read(item)) } catch { throw error.within("[\(index)]") }
        }
        return results
    }
}
