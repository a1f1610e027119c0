// SPDX-License-Identifier: MIT
/// A line as given by timetables and route relations: sequences of stops, some of which skip stops, branch off or run in reverse.
struct LineSource {
    var id: String
    var name: LocalizedName
    var code: String?
    /// The colour of the line: `#80C342`.
    var color = Railway.unknownColor
    var mode: RailwayMode?
    var sequences: [LineSequence] = []
    /// The clock of its trains' times; nil if the source has no times.
    var clock: LocalClock?
    /// Whether the source marks a loop by naming a stop at both ends.
    var specifiesLoops = true
    /// Whether the source has the trains of both ways, if there are any.
    var specifiesDirections = false
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
    /// When its trains run; empty if the source does not specify it.
    var trains: [LineTrain] = []
}

/// A train of the usual week.
struct LineTrain {
    /// Bit 0 for Monday to bit 6 for Sunday.
    var weekdays: UInt8
    /// The probability that it runs at these times.
    var share: Float = 1
    /// The seconds of the service day at which it leaves each stop of its sequence; negative where none are given.
    var departures: [Int32]
}

/// A station of a source, shared by all lines that call there.
struct LineStation {
    var id: String
    var name: LocalizedName
    var code: String?
    /// Where its trains stop, as far as that is known; the station is in the middle.
    var stops: [Railway.Position] = []
}
