// SPDX-License-Identifier: MIT
/// An event of the train at a fix.
public enum RailwayEvent: Equatable, Sendable {
    /// A station is an index into the railway's stations, a railway an index into the map.
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
