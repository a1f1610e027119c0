// SPDX-License-Identifier: MIT
import PlainText

extension GPXElements {
    /// The message and remedy for a document without a fix: what it holds instead, and what to do.
    var noPoints: (message: String, remedy: String) {
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
        return (message, remedy)
    }
}
