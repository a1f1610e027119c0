// SPDX-License-Identifier: MIT
extension CSVPosition {
    /// The fault of a field, from its kind, its column in the line (from 1) and its message.
    typealias FieldFault = (InputFault.Kind, Int?, String) -> InputFault

    /// The position in the form that the first row shows; nil if the column holds something else, such as a place name.
    /// - Throws: a refusal if it cannot be read.
    func resolved(names: [String], first: [String]) throws(Refusal) -> CSVPosition? {
        func field(_ index: Int) -> String { index < first.count ? first[index] : "" }
        switch self {
        case .axes(var latitude, var longitude):
            // FIT's position_lat counts in units of a half circle / 2^31.
            func isCount(_ axis: Axis, _ name: String) -> Bool {
                ColumnMeaning.key(names[axis.column]) == name && (Int(field(axis.column)).map { $0.magnitude > 180 } ?? false)
            }
            if isCount(latitude, "positionlat"), isCount(longitude, "positionlong") {
                latitude.scale = 180 / 2_147_483_648
                longitude.scale = latitude.scale
                return .axes(latitude: latitude, longitude: longitude)
            }
            return self
        case .pair(let column, let longitudeFirst):
            let text = field(column)
            if PositionText.pair(text) != nil { return self }
            let key = ColumnMeaning.key(names[column])
            // A place name, or another kind of shape beside the columns that are read.
            if ["position", "gps", "location", "shape", "gpslocation", "gpsposition"].contains(key) { return nil }
            if text.isEmpty { return self }
            throw Refusal(
                message: "not a position in column '\(names[column])': '\(text.prefix(40))'",
                remedy: longitudeFirst
                    ? "write points as text, POINT (139.7671 35.6812) (ST_AsText, GEOMETRY=AS_WKT), or lat and lon in columns of their own"
                    : "write it as latitude, longitude: 35.6812, 139.7671")
        case .grid(let grid, let east, let north, let zone, let hemisphere):
            if grid != nil { return self }
            if let zone {
                if PositionText.utm(zone: field(zone), hemisphere: hemisphere.map(field)) != nil || field(zone).isEmpty { return self }
                throw Refusal(
                    message: "not a UTM zone in column '\(names[zone])': '\(field(zone).prefix(20))'",
                    remedy: "write it as 54 north or 54 south, 54N, or EPSG:32654; S alone may be the band 32 to 40 degrees north")
            }
            if let easting = Double(field(east)), let northing = Double(field(north)),
                ProjectedGrid.lv95.position(east: easting, north: northing) != nil
            {
                return .grid(.lv95, east: east, north: north, zone: nil, hemisphere: nil)
            }
            throw Refusal(
                message: "'\(names[east])' and '\(names[north])' do not name their grid",
                remedy:
                    "add a column utm_zone, such as 54N, or rename them to lv95_e and lv95_n, lv03_e and lv03_n, or osgb_easting and osgb_northing"
            )
        }
    }

    /// Sets the latitude and the longitude from a row; blank ones stay unknown.
    func read(_ record: CSVRecord, into fix: inout Fix, _ fault: FieldFault) throws(InputFault) {
        switch self {
        case .axes(let latitude, let longitude):
            if let degrees = try Self.degrees(latitude, isLatitude: true, record, fault) {
                try fix.set(.latitude, to: degrees, column: record.columns[latitude.column], fault)
            }
            if let degrees = try Self.degrees(longitude, isLatitude: false, record, fault) {
                try fix.set(.longitude, to: degrees, column: record.columns[longitude.column], fault)
            }
        case .pair(let column, let longitudeFirst):
            let text = record.text(column)
            if text.isEmpty { return }
            guard let (first, second) = PositionText.pair(text) else {
                throw fault(.badValue, record.columns[column], "not a position: '\(text.prefix(60))'")
            }
            let swaps = longitudeFirst || PositionText.isWellKnownText(text)
            try fix.set(.latitude, to: swaps ? second : first, column: record.columns[column], fault)
            try fix.set(.longitude, to: swaps ? first : second, column: record.columns[column], fault)
        case .grid(let grid, let east, let north, let zone, let hemisphere):
            guard let easting = try Self.number(east, record, fault),
                let northing = try Self.number(north, record, fault)
            else { return }
            let rows =
                grid
                ?? zone.flatMap {
                    PositionText.utm(zone: record.text($0), hemisphere: hemisphere.map { record.text($0) })
                }
            guard let rows else {
                throw fault(
                    .badValue, record.columns[zone ?? east], "not a UTM zone: '\(zone.map { record.text($0) } ?? "")'")
            }
            guard let (latitude, longitude) = rows.position(east: easting, north: northing) else {
                throw fault(.outOfRange, record.columns[east], "\(easting), \(northing) is outside the grid")
            }
            fix.latitude = latitude
            fix.longitude = longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        }
    }

    private static func number(_ index: Int, _ record: CSVRecord, _ fault: FieldFault) throws(InputFault) -> Double? {
        let (blank, number) = record.number(index)
        if blank { return nil }
        guard let number else { throw fault(.badValue, record.columns[index], "not a number: '\(record.text(index))'") }
        return number
    }

    private static func degrees(
        _ axis: Axis, isLatitude: Bool, _ record: CSVRecord, _ fault: FieldFault
    ) throws(InputFault) -> Double? {
        let (blank, angle) = record.withField(axis.column) { [decimalComma = record.decimalComma] in
            (DecimalText.isNone($0), AngleText.angle($0, decimalComma: decimalComma))
        }
        if blank { return nil }
        guard let angle else {
            throw fault(.badValue, record.columns[axis.column], "not a number: '\(record.text(axis.column))'")
        }
        let degrees = axis.scale == 1 ? angle.degrees : angle.degrees * axis.scale
        var letter = angle.hemisphere
        var place = axis.column
        if letter == nil, let column = axis.hemisphere {
            place = column
            letter = record.withField(column) { $0.first.flatMap(AngleText.letter) }
            guard letter != nil else {
                throw fault(
                    .badValue, record.columns[column], "expected \(isLatitude ? "N or S" : "E or W"): '\(record.text(column))'")
            }
        }
        guard let letter else { return degrees }
        guard let sign = AngleText.sign(of: letter, isLatitude: isLatitude), degrees >= 0 || sign < 0 else {
            throw fault(
                .badValue, record.columns[place],
                "\(Character(Unicode.Scalar(letter))) does not match the \(isLatitude ? "latitude" : "longitude") \(degrees)")
        }
        return sign < 0 ? -degrees.magnitude : degrees
    }
}

extension Fix {
    fileprivate mutating func set(
        _ meaning: ColumnMeaning, to number: Double, column: Int, _ fault: CSVPosition.FieldFault
    ) throws(InputFault) {
        do throws(MeaningFault) { try set(meaning, to: number) } catch { throw fault(error.kind, column, error.message) }
    }
}
