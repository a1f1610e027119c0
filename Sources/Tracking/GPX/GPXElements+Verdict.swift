// SPDX-License-Identifier: MIT
import PlainText

/// What is said about a document without a fix.
extension GPXElements {
    /// The error to throw at the end of an input without a fix; returned once.
    func takeVerdict(source: String) -> InputFault? {
        guard fixCount == 0, !verdictGiven else { return nil }
        verdictGiven = true
        if isForeign {
            return InputFault(
                kind: .unknownFormat, source: source, line: 1,
                message: "XML with the root <\(rootName.map { String($0.prefix(40)) } ?? "")>, not GPX",
                remedy: "export the track as GPX")
        }
        if var breakage {
            breakage.kind = .noFix
            breakage.message = "no fix before the XML breaks off: \(breakage.message)"
            breakage.remedy = "copy or export the file again"
            return breakage
        }
        var holds: [String] = []
        func count(_ number: Int, _ one: String, _ many: String? = nil) {
            if number > 0 { holds.append(CountText.of(number, one, many)) }
        }
        count(waypointCount, "waypoint")
        count(routeCount, "route")
        count(routePointCount, "route point")
        count(trackCount, "track without usable points", "tracks without usable points")
        let message = holds.isEmpty ? "the GPX holds no track" : "the GPX holds no track points, only \(holds.joined(separator: ", "))"
        let remedy =
            routePointCount > 0
            ? "record a ride, or turn the route into a track: gpsbabel -i gpx -f IN -x transform,trk=rte -o gpx -F OUT"
            : pointCount > 0
                ? "see the faults of its \(CountText.of(pointCount, "point"))" : "record or export a track (trk, trkseg, trkpt)"
        return InputFault(kind: .noFix, source: source, line: 0, message: message, remedy: remedy)
    }
}
