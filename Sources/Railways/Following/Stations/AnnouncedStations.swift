// SPDX-License-Identifier: MIT
/// Suppresses repeated station events: a poor fix moves a train back to where it departed, and a corrected railway has the same
/// station under another id.
struct AnnouncedStations: Sendable {
    private var departed: LocalizedName?

    /// False for a second departure from one station without another station in between.
    mutating func isNews(_ event: RailwayEvent, on railway: Railway) -> Bool {
        switch event {
        case .departed(let station):
            let name = railway.stations[station].name
            defer { departed = name }
            return departed != name
        case .arrived(let station), .passed(let station):
            if railway.stations[station].name != departed { departed = nil }
            return true
        case .offTrain:
            departed = nil
            return true
        default: return true
        }
    }
}
