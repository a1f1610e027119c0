/// Keeps what was said of stations from being said twice: a poor fix takes a train back to where it left, and a corrected
/// railway has the same station again under another id.
struct StationNews: Sendable {
    private var departed: LocalizedName?

    /// False for a departure from the station of the last one while no other was come to.
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
