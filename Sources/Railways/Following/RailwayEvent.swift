/// Something that happened to the train at a fix.
public enum RailwayEvent: Equatable, Sendable {
    /// Stations by their places in the railway's stations, railways by theirs in the map.
    case departed(Int)
    case approaching(Int)
    case arrived(Int)
    case passed(Int)
    case lineChanged(Int)
    case directionChanged(isAscending: Bool)
    case stoppedBetweenStations
    case onTrain(Int)
    case offTrain
}
