// SPDX-License-Identifier: MIT
/// The result of an import.
public struct RailwayImport: Equatable, Sendable {
    public var map: RailwayMap
    /// Oddities as readable text, one per line, in the order of the source: stations without a partner, gaps, lines of one
    /// station.
    public var notes: [String]

    public init(map: RailwayMap, notes: [String] = []) {
        self.map = map
        self.notes = notes
    }
}

extension RailwayImport {
    /// Appends the railways of another source. A railway whose id is already present is left out and noted.
    public mutating func add(_ other: RailwayImport) {
        var known = Set(map.railways.map(\.id))
        notes += other.notes
        for railway in other.map.railways {
            if known.insert(railway.id).inserted {
                map.railways.append(railway)
            } else {
                notes.append("\(railway.id): it is in more than one source; the first one is used")
            }
        }
        map.credits = (map.credits + other.map.credits).uniqued()
    }
}

/// The progress of an import.
public struct ImportProgress: Equatable, Sendable {
    /// The current stage: `reading rail_geo.osm`.
    public var stage: String
    /// The completed fraction of this stage, 0 ... 1; nil if its length is unknown.
    public var fraction: Double?

    public init(stage: String, fraction: Double? = nil) {
        self.stage = stage
        self.fraction = fraction
    }

    /// So many lines of all have their track.
    package static func layingTrack(_ lines: Int, of all: Int) -> ImportProgress {
        ImportProgress(stage: "laying track", fraction: Double(lines) / Double(all))
    }
}

/// Makes a railway map from one format of source.
public protocol RailwayImporter {
    /// The files that it reads, and the folders whose files it reads.
    var sources: [String] { get }
    /// Reads the complete source. Synchronous; call it from one thread.
    /// - Parameter progress: Called from time to time on the same thread.
    /// - Returns: The map, with oddities of the source as notes.
    /// - Throws: Why the source cannot be used.
    func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport
}
