// SPDX-License-Identifier: MIT
/// The columns that hold a table's positions on Earth, and their form.
enum CSVPosition {
    /// One column per axis.
    case axes(latitude: Axis, longitude: Axis)
    /// Both in one column: `35.6812, 139.7671`, `POINT (139.7671 35.6812)`.
    case pair(column: Int, longitudeFirst: Bool)
    /// Eastings and northings; the grid is nil if each row's zone defines it.
    case grid(ProjectedGrid?, east: Int, north: Int, zone: Int?, hemisphere: Int?)

    struct Axis: Equatable {
        var column: Int
        /// The degrees of one count.
        var scale = 1.0
        /// The column with north or south, east or west.
        var hemisphere: Int?
    }

    /// All columns that it reads.
    var columns: [Int] {
        switch self {
        case .axes(let latitude, let longitude):
            [latitude.column, longitude.column] + [latitude.hemisphere, longitude.hemisphere].compactMap { $0 }
        case .pair(let column, _): [column]
        case .grid(_, let east, let north, let zone, let hemisphere): [east, north] + [zone, hemisphere].compactMap { $0 }
        }
    }

    /// The message and remedy for columns that are refused.
    struct Refusal: Error {
        let message: String
        let remedy: String
    }

    /// Finds the columns of a position by their names.
    /// - Returns: nil if there are none.
    /// - Throws: a refusal if there are several, or some that cannot be read.
    static func find(_ names: [String], meanings: [ColumnMeaning?]) throws(Refusal) -> CSVPosition? {
        let keys = names.map { ColumnMeaning.key($0) }
        if let latitude = meanings.firstIndex(of: .latitude), let longitude = meanings.firstIndex(of: .longitude) {
            return .axes(latitude: axis(latitude, keys, isLatitude: true), longitude: axis(longitude, keys, isLatitude: false))
        }
        if let qualified = try qualifiedAxes(names, keys) { return qualified }
        if let grid = try grid(keys) { return grid }
        return pair(keys)
    }

    // MARK: Two columns

    private static let latitudeWords: Set<String> = ["lat", "latitude", "latitud", "latitudine", "breitengrad", "緯度", "纬度", "широта"]
    private static let longitudeWords: Set<String> = [
        "lon", "lng", "long", "longitude", "longitud", "longitudine", "längengrad", "経度", "经度", "долгота",
    ]
    /// Words that only mean an angle in degrees.
    private static let plainWords: Set<String> = [
        "deg", "degs", "degree", "degrees", "dd", "decimal", "dec", "wgs84", "wgs", "epsg4326", "4326", "n", "s", "e", "w", "ns", "ew",
        "north", "south", "east", "west", "180", "90", "x", "y", "txt",
    ]
    /// Words of a position that belongs to something else.
    private static let otherWords: Set<String> = [
        "home", "base", "dest", "destination", "target", "waypoint", "wp", "launch", "takeoff", "operator", "pilot", "rc", "app", "station",
        "ref",
        "reference", "next", "prev", "previous", "last", "accuracy", "acc", "error", "err", "std", "sd", "sigma", "variance", "speed",
        "vel", "velocity",
    ]
    private static let scales: [String: Double] = [
        "e7": 1e-7, "1e7": 1e-7, "e6": 1e-6, "1e6": 1e-6, "microdegrees": 1e-6, "microdeg": 1e-6, "rad": 180 / Double.pi,
        "rads": 180 / Double.pi,
        "radian": 180 / Double.pi, "radians": 180 / Double.pi,
    ]

    /// A column that names an axis among other words: `decimalLatitude`, `lat_wgs84`, `IMU_ATTI(0):Longitude`.
    private struct Qualified {
        let column: Int
        let isLatitude: Bool
        var scale = 1.0
        /// The words that distinguish it from other positions.
        var rest: [String] = []

        init?(_ name: String, column: Int) {
            let words = ColumnWords.of(name)
            guard let word = words.first(where: { latitudeWords.contains($0) || longitudeWords.contains($0) }) else { return nil }
            self.column = column
            isLatitude = latitudeWords.contains(word)
            for other in words where other != word {
                if let scale = scales[other] { self.scale = scale } else if !plainWords.contains(other) { rest.append(other) }
            }
            if rest.contains(where: otherWords.contains) { return nil }
        }
    }

    private static func qualifiedAxes(_ names: [String], _ keys: [String]) throws(Refusal) -> CSVPosition? {
        // Blackbox logs of Betaflight and iNav.
        if let latitude = keys.firstIndex(of: "gpscoord0"), let longitude = keys.firstIndex(of: "gpscoord1") {
            return .axes(latitude: Axis(column: latitude), longitude: Axis(column: longitude))
        }
        // Programs that add coordinates to a map layer call them x and y.
        for (x, y) in [("xcoord", "ycoord"), ("pointx", "pointy"), ("coordx", "coordy"), ("coordsx1", "coordsx2")] {
            if let longitude = keys.firstIndex(of: x), let latitude = keys.firstIndex(of: y) {
                return .axes(latitude: Axis(column: latitude), longitude: Axis(column: longitude))
            }
        }
        let found = names.indices.compactMap { Qualified(names[$0], column: $0) }
        var pairs: [(latitude: Qualified, longitude: Qualified)] = []
        for latitude in found where latitude.isLatitude {
            if let longitude = found.first(where: { !$0.isLatitude && $0.rest == latitude.rest }) { pairs.append((latitude, longitude)) }
        }
        guard let first = pairs.first(where: { $0.latitude.rest.isEmpty }) ?? pairs.first else { return nil }
        // The name without its numbers: of several sensors the first is used.
        func uncounted(_ rest: [String]) -> [String] { rest.map { $0.filter { !$0.isNumber } }.filter { !$0.isEmpty } }
        let others = pairs.filter { uncounted($0.latitude.rest) != uncounted(first.latitude.rest) }
        if !first.latitude.rest.isEmpty, !others.isEmpty {
            let listed = pairs.map { names[$0.latitude.column] }
            throw Refusal(
                message: "several columns hold a latitude: \(CSVColumns.listed(listed))",
                remedy: "rename those of the wanted position to lat and lon")
        }
        var latitude = axis(first.latitude.column, keys, isLatitude: true)
        var longitude = axis(first.longitude.column, keys, isLatitude: false)
        latitude.scale = first.latitude.scale
        longitude.scale = first.longitude.scale
        return .axes(latitude: latitude, longitude: longitude)
    }

    private static let latitudeHemispheres: Set<String> = [
        "ns", "latns", "latitudens", "nsindicator", "latdir", "latitudedir", "latitudedirection", "latdirection", "lathemi",
        "lathemisphere",
        "latitudehemisphere", "northsouth", "northorsouth", "latref", "latituderef", "gpslatituderef", "nshemisphere", "latcardinal",
    ]
    private static let longitudeHemispheres: Set<String> = [
        "ew", "lonew", "lngew", "longitudeew", "ewindicator", "londir", "lngdir", "longdir", "longitudedir", "longitudedirection",
        "londirection",
        "lonhemi", "lonhemisphere", "longitudehemisphere", "eastwest", "eastorwest", "lonref", "longituderef", "gpslongituderef",
        "ewhemisphere", "loncardinal",
    ]

    /// A column's axis with its hemisphere column: found by its name, or called `dir` or `hemisphere` and adjacent.
    private static func axis(_ column: Int, _ keys: [String], isLatitude: Bool) -> Axis {
        let wanted = isLatitude ? latitudeHemispheres : longitudeHemispheres
        var axis = Axis(column: column)
        // Without ew, ns is the number of satellites.
        axis.hemisphere = keys.indices.first { $0 != column && wanted.contains(keys[$0]) && (keys[$0] != "ns" || keys.contains("ew")) }
        if axis.hemisphere == nil, column + 1 < keys.count,
            ["dir", "hemisphere", "hemi"].contains(keys[column + 1].filter { !$0.isNumber })
        {
            axis.hemisphere = column + 1
        }
        return axis
    }

    // MARK: Grids

    private static func grid(_ keys: [String]) throws(Refusal) -> CSVPosition? {
        func column(_ names: [String]) -> Int? { keys.firstIndex(where: names.contains) }
        let zone = column(["zone", "utmzone", "utm", "gridzone", "zonenumber", "utmzonenumber"])
        let hemisphere = column(["hemisphere", "utmhemisphere", "zoneletter", "utmzoneletter", "zoneband", "band"])
        func pair(_ prefixes: [String]) -> (east: Int, north: Int)? {
            for prefix in prefixes {
                for (east, north) in [("easting", "northing"), ("east", "north"), ("e", "n"), ("x", "y")] {
                    let forms = [(prefix + east, prefix + north), (east + prefix, north + prefix)]
                    for (first, second) in forms {
                        for unit in ["", "m"] {
                            if let east = keys.firstIndex(of: first + unit), let north = keys.firstIndex(of: second + unit) {
                                return (east, north)
                            }
                        }
                    }
                }
            }
            return nil
        }
        if let (east, north) = pair(["lv95", "ch1903plus", "epsg2056", "2056"]) {
            return .grid(.lv95, east: east, north: north, zone: nil, hemisphere: nil)
        }
        if let (east, north) = pair(["lv03", "ch1903", "epsg21781", "21781"]) {
            return .grid(.lv03, east: east, north: north, zone: nil, hemisphere: nil)
        }
        if let (east, north) = pair(["osgb36", "osgb", "bng", "os", "osgrid", "epsg27700", "27700"]) {
            return .grid(.british, east: east, north: north, zone: nil, hemisphere: nil)
        }
        guard let east = column(["easting", "eastings", "utmeasting", "utme", "utmx", "eastingm", "eastingutm", "utmeast", "xutm"]),
            let north = column(["northing", "northings", "utmnorthing", "utmn", "utmy", "northingm", "northingutm", "utmnorth", "yutm"])
        else { return nil }
        if zone == nil, keys[east].contains("utm") {
            throw Refusal(message: "eastings and northings of UTM without a zone", remedy: "add a column utm_zone, such as 54N")
        }
        return .grid(nil, east: east, north: north, zone: zone, hemisphere: hemisphere)
    }

    // MARK: One column

    private static func pair(_ keys: [String]) -> CSVPosition? {
        for key in [
            "wkt", "thegeom", "geom", "geometry", "geometrywkt", "wktgeom", "shape", "stastext", "lonlat", "lnglat", "longlat",
            "longitudelatitude", "polyline",
        ] {
            if let column = keys.firstIndex(of: key) { return .pair(column: column, longitudeFirst: true) }
        }
        for key in [
            "latlon", "latlng", "latlong", "latitudelongitude", "position", "gpsposition", "gps", "location", "gpslocation",
            "gpscoordinates", "geopoint",
        ] {
            if let column = keys.firstIndex(of: key) { return .pair(column: column, longitudeFirst: false) }
        }
        return nil
    }
}
