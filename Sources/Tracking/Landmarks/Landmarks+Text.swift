// SPDX-License-Identifier: MIT
extension Landmarks {
    private static let longestName = 100
    private static let pointForm = "write NAME=LATITUDE,LONGITUDE, such as home=35.6812,139.7671, or NAME=start"
    private static let regionForm = """
        write NAME=LATITUDE,LONGITUDE,RADIUS (home=35.6812,139.7671,500m), NAME=LATITUDE,LONGITUDE..LATITUDE,LONGITUDE, \
        or a GeoJSON or KML file of polygons
        """

    /// Adds the point `NAME=PLACE`. PLACE is `LATITUDE,LONGITUDE` in degrees, `X,Y` in metres for a track in a plane, or `start`,
    /// the beginning of the track.
    /// - Throws: `usage`.
    public mutating func add(point text: String) throws(LandmarkError) {
        guard let (name, place) = Self.parts(text) else { throw .usage("'\(text)' is not a name and a place", remedy: Self.pointForm) }
        if place == "start" { return try add(LandmarkPoint(name: name, place: .start)) }
        guard let (first, second) = Self.pair(place) else { throw .usage("invalid place '\(place)'", remedy: Self.pointForm) }
        try add(LandmarkPoint(name: name, place: .at(first, second)))
    }

    /// Adds the region `NAME=SPEC`, or a file of regions that have their own names.
    ///
    /// SPEC is a disc, `LATITUDE,LONGITUDE,RADIUS` (the radius in m, or in km if it has that unit); a box, given by two opposite
    /// corners with `..` between them; or a GeoJSON or KML file, whose polygons together form the region. Numbers have the same
    /// form as for a point.
    /// - Throws: `usage`, or `file` for a malformed file.
    public mutating func add(region text: String) throws(LandmarkError) {
        let (name, spec) = Self.parts(text) ?? ("", text)
        if let region = try Self.drawn(name, spec) {
            if name.isEmpty { throw .usage("'\(text)' has no name", remedy: Self.regionForm) }
            return try add(region)
        }
        guard RegionFile.canBeRead(spec) else { throw .usage("invalid region '\(spec)'", remedy: Self.regionForm) }
        do throws(InputFault) {
            for region in try RegionFile.read(spec, name: name.isEmpty ? nil : name) { try addOfFile(region, spec) }
        } catch {
            throw .file(error)
        }
    }

    private mutating func addOfFile(_ region: Region, _ path: String) throws(InputFault) {
        do throws(LandmarkError) {
            try add(region)
        } catch {
            guard case .usage(let message, let remedy) = error else { return }
            throw InputFault(source: path, line: 0, message: message, remedy: remedy)
        }
    }

    /// The region that the numbers describe; nil if they are not numbers.
    private static func drawn(_ name: String, _ spec: String) throws(LandmarkError) -> Region? {
        if let dots = spec.firstRange(of: ".."), let first = pair(String(spec[..<dots.lowerBound])),
            let second = pair(String(spec[dots.upperBound...]))
        {
            guard let region = Region(name: name, from: first, to: second) else {
                throw .usage("the box '\(spec)' is empty", remedy: "give two opposite corners")
            }
            return region
        }
        let fields = spec.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3, let centre = pair(fields[0] + "," + fields[1]) else { return nil }
        guard let radius = metres(fields[2]) else {
            throw .usage("invalid radius '\(fields[2])'", remedy: "write metres above 0, such as 500m or 2km, up to 20000km")
        }
        return Region(name: name, centre: centre, radius: radius)
    }

    // MARK: Words

    /// The parts before and after the first `=`; nil without a name or if either is missing.
    private static func parts(_ text: String) -> (name: String, rest: String)? {
        guard let sign = text.firstIndex(of: "="), let name = name(text[..<sign]) else { return nil }
        let rest = trimmed(text[text.index(after: sign)...])
        return rest.isEmpty ? nil : (name, rest)
    }

    /// A name as events carry it: one space between words, printable characters only; nil if nothing is left.
    static func name(_ text: some StringProtocol) -> String? {
        let words = text.split {
            $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        let name = String(words.joined(separator: " ").prefix(longestName))
        return name.isEmpty ? nil : name
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }

    /// Two numbers within the bounds of a plane.
    private static func pair(_ text: String) -> (Double, Double)? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 2, let first = number(fields[0]), let second = number(fields[1]) else { return nil }
        return (first, second)
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        let bytes = Array(text.utf8)
        guard let number = bytes.withUnsafeBufferPointer({ DecimalText.double($0) }), number.magnitude <= 1e9 else { return nil }
        return number
    }

    private static func metres(_ text: some StringProtocol) -> Double? {
        let word = trimmed(text)
        let (digits, scale) =
            word.hasSuffix("km") ? (word.dropLast(2), 1000.0) : word.hasSuffix("m") ? (word.dropLast(1), 1.0) : (word[...], 1.0)
        guard let radius = number(digits).map({ $0 * scale }), radius > 0, radius <= 20_000_000 else { return nil }
        return radius
    }
}
