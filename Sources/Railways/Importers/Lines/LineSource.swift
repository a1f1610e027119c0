// SPDX-License-Identifier: MIT
/// A line as given by timetables and route relations: sequences of stops, some of which skip stops, branch off or run in reverse.
struct LineSource {
    var id: String
    var name: LocalizedName
    var code: String?
    /// The colour of the line: `#80C342`.
    var color: String
    var mode: RailwayMode?
    var sequences: [LineSequence] = []
    /// Whether the source marks a loop by naming a stop at both ends.
    var tellsLoops = true
}

/// The stops of one kind of train, in order of travel.
struct LineSequence {
    /// The numbers of the stations.
    var stations: [Int]
    /// The number of trips with this sequence.
    var trips = 1
    /// 0 or 1 if the source distinguishes the two directions.
    var direction: Int?
    /// The destination shown on the trains.
    var headsign: String?
    /// The track; empty if the source has none.
    var track: [Railway.Segment] = []
}

/// A station of a source, shared by all lines that call there.
struct LineStation {
    var id: String
    var name: LocalizedName
    var code: String?
    var position: Railway.Position?
}
