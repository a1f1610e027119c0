/// What an importer made of its source.
public struct RailwayImport: Equatable, Sendable {
    public var map: RailwayMap
    /// Oddities for a person to read, one a line, in the order of the source: what had no partner, gaps, lines of one station.
    public var notes: [String]

    public init(map: RailwayMap, notes: [String] = []) {
        self.map = map
        self.notes = notes
    }
}
