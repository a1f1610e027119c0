/// A feature of the National Land Numerical Information's railway data (N02) in GeoJSON.
struct N02Feature: Decodable {
    struct Properties: Decodable {
        var line: String?
        var company: String?
        var station: String?
        var stationCode: String?

        enum CodingKeys: String, CodingKey {
            case line = "N02_003"
            case company = "N02_004"
            case station = "N02_005"
            case stationCode = "N02_005c"
        }
    }

    /// A LineString, a MultiLineString or a Point; other geometries are empty.
    struct Geometry: Decodable {
        var lines: [[Railway.Position]]

        private enum CodingKeys: CodingKey {
            case type, coordinates
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            switch try values.decode(String.self, forKey: .type) {
            case "LineString": lines = [try Self.line(values.decode([[Double]].self, forKey: .coordinates))]
            case "MultiLineString": lines = try values.decode([[[Double]]].self, forKey: .coordinates).map(Self.line)
            case "Point": lines = [Self.line([try values.decode([Double].self, forKey: .coordinates)])]
            default: lines = []
            }
        }

        /// GeoJSON writes longitude first.
        private static func line(_ points: [[Double]]) -> [Railway.Position] {
            points.compactMap { point in
                guard point.count >= 2 else { return nil }
                let position = Railway.Position(latitude: point[1], longitude: point[0])
                return position.isOnEarth ? position : nil
            }
        }
    }

    var properties: Properties
    var geometry: Geometry?
}

/// The root of a GeoJSON file.
struct N02Collection: Decodable {
    var type: String
    var features: [N02Feature]
}
