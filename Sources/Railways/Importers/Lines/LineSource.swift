/// A line as timetables and route relations tell it: sequences of stops, some of which skip, branch off or run the other way.
struct LineSource {
    var id: String
    var name: LocalizedName
    var code: String?
    /// `#80C342`.
    var color: String
    var sequences: [LineSequence] = []
    /// Whether the source would say that the line is a loop, by naming a stop at both ends.
    var tellsLoops = true
}

/// The stops of one kind of train, in order of travel.
struct LineSequence {
    /// Numbers of stations.
    var stations: [Int]
    /// How many trips run so.
    var trips = 1
    /// 0 or 1 where the source tells the two directions apart.
    var direction: Int?
    /// What the trains say about where they go.
    var headsign: String?
    /// The track they take; empty where the source does not know.
    var track: [Railway.Segment] = []
}

/// A station as a source has it, once for all lines that call there.
struct LineStation {
    var id: String
    var name: LocalizedName
    var code: String?
    var position: Railway.Position?
}
