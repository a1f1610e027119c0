// SPDX-License-Identifier: MIT
import PlainText
import Railways
import Sessions
import Tracking

/// A simulated ride as text: its fixes as CSV or GPX, its truth as CSV.
struct SimulatedRideText {
    private let names: RailwayNames
    private let title: String
    private var gpx: GPXDocument?

    init(_ map: RailwayMap, asGPX: Bool, title: String) {
        names = RailwayNames(map)
        self.title = title
        gpx = asGPX ? GPXDocument(extraNames: []) : nil
    }

    var head: [UInt8] {
        guard let gpx else { return Array("time,lat,lon,speed,course,accuracy\n".utf8) }
        var bytes: [UInt8] = []
        gpx.begin(title: title, to: &bytes)
        return bytes
    }

    var foot: [UInt8] {
        var bytes: [UInt8] = []
        gpx?.end(to: &bytes)
        return bytes
    }

    mutating func text(_ fix: Fix) -> [UInt8] {
        var bytes: [UInt8] = []
        if gpx?.add(fix, to: &bytes) == nil {
            let numbers = [fix.latitude, fix.longitude, fix.speed, fix.course, fix.accuracy]
            bytes = Array(SessionTable.line([fix.time?.description ?? ""] + numbers.map { $0.map { "\($0)" } ?? "" }).utf8)
        }
        return bytes
    }

    static let truthHead = Array("time,lat,lon,speed,railway,direction,station,phase\n".utf8)

    /// The truth at the time of a fix, with the names that `track` prints; blank off the train.
    func truth(_ moment: RideMoment, _ time: TrackTime?) -> [UInt8] {
        let railway = moment.railway.map { names.map.railways[$0] }
        var fields = [time?.description ?? "", FigureText.number(moment.position.latitude, 7)]
        fields += [FigureText.number(moment.position.longitude, 7), FigureText.number(moment.speed, 3), railway?.id ?? ""]
        fields.append(railway.flatMap { moment.isAscending == true ? $0.ascending : $0.descending } ?? "")
        fields += [moment.station.flatMap { railway?.stations[$0].id } ?? "", moment.phase?.rawValue ?? ""]
        return Array(SessionTable.line(fields).utf8)
    }

    /// `Shibuya to Ueno, Yamanote Line: 12 stops, 15.6 km.`
    static func sentence(_ leg: RideLeg, of map: RailwayMap) -> String {
        let railway = map.railways[leg.railway]
        let names = RailwayNames(map)
        func name(_ call: RideLeg.Call?) -> String { call.map { names.stationName(railway.stations[$0.station].id) } ?? "" }
        let stops = leg.calls.dropFirst().count { $0.stops }
        return "\(name(leg.calls.first)) to \(name(leg.calls.last)), \(names.spokenLine(railway.id)): "
            + "\(CountText.of(stops, "stop")), \(FigureText.distance(leg.length))\(leg.isSameTrain ? ", on the same train" : "")."
    }
}
