// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Writes fixes as GPX 1.1. Speed and course go into Garmin's TrackPointExtension, which most programs read; accuracy and the
/// further columns go into this project's own extensions. Value type; any thread.
public struct GPXDocument {
    /// Names to which GPX readers, including this project's, give another meaning; a column with such a name gets a `_`.
    private static let reservedNames: Set<String> = [
        "trk", "trkseg", "trkpt", "wpt", "rte", "rtept", "time", "ele", "speed", "course", "bearing", "accuracy", "hacc", "hAcc", "name",
        "cmt", "desc", "src", "link", "sym", "type", "fix", "url", "urlname", "text",
    ]

    private let names: [String]
    private var isFirst = true

    /// - Parameter extraNames: of the columns in `Fix.extras`.
    public init(extraNames: [String]) { names = extraNames.map(Self.elementName) }

    public func begin(title: String, to bytes: inout [UInt8]) {
        append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Amaoto" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:amaoto="urn:amaoto:gpx:1">
            <trk><name>\(title.inXML)</name>
            <trkseg>

            """, to: &bytes)
    }

    /// - Returns: False for a fix without a position, which GPX cannot hold.
    public mutating func add(_ fix: Fix, to bytes: inout [UInt8]) -> Bool {
        if fix.startsSegment, !isFirst { append("</trkseg>\n<trkseg>\n", to: &bytes) }
        guard let latitude = fix.latitude, let longitude = fix.longitude, latitude.isFinite, longitude.isFinite else { return false }
        isFirst = false
        append("<trkpt lat=\"\(Self.decimal(latitude))\" lon=\"\(Self.decimal(longitude))\">", to: &bytes)
        element("ele", fix.altitude, to: &bytes)
        if let time = fix.time { append("<time>\(time)</time>", to: &bytes) }
        extensions(fix, to: &bytes)
        append("</trkpt>\n", to: &bytes)
        return true
    }

    public func end(to bytes: inout [UInt8]) { append("</trkseg>\n</trk>\n</gpx>\n", to: &bytes) }

    private func extensions(_ fix: Fix, to bytes: inout [UInt8]) {
        let extras = zip(names, fix.extras).filter { $0.1 != nil }
        guard fix.speed != nil || fix.course != nil || fix.accuracy != nil || !extras.isEmpty else { return }
        append("<extensions>", to: &bytes)
        if fix.speed != nil || fix.course != nil {
            append("<gpxtpx:TrackPointExtension>", to: &bytes)
            element("gpxtpx:speed", fix.speed, to: &bytes)
            element("gpxtpx:course", fix.course, to: &bytes)
            append("</gpxtpx:TrackPointExtension>", to: &bytes)
        }
        element("amaoto:accuracy", fix.accuracy, to: &bytes)
        for (name, value) in extras { element("amaoto:\(name)", value, to: &bytes) }
        append("</extensions>", to: &bytes)
    }

    private func element(_ name: String, _ value: Double?, to bytes: inout [UInt8]) {
        guard let value, value.isFinite else { return }
        append("<\(name)>\(Self.decimal(value))</\(name)>", to: &bytes)
    }

    /// A finite number as XML Schema's decimal, without an exponent. Numbers beyond 1e±40, which no measurement yields, keep it:
    /// readers reject numbers of hundreds of digits.
    private static func decimal(_ number: Double) -> String {
        number == 0 || (1e-40..<1e41).contains(number.magnitude) ? DecimalFormat.shortest(number) : number.description
    }

    /// Converts a column's name to an XML element name, with `_` for every character that is not allowed.
    private static func elementName(_ name: String) -> String {
        var letters = String(
            name.unicodeScalars.map { scalar -> Character in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
                case _ where scalar.value >= 0x370 && scalar.properties.isAlphabetic: Character(scalar)
                default: "_"
                }
            })
        if letters.first.map({ !$0.isLetter && $0 != "_" }) ?? true { letters = "_" + letters }
        return reservedNames.contains(letters) ? letters + "_" : letters
    }

    private func append(_ text: String, to bytes: inout [UInt8]) { bytes.append(contentsOf: text.utf8) }
}
