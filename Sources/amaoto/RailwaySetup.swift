import Foundation
import Railways
import Tracking

/// The railways that a ride is followed on, as the options want them.
struct RailwaySetup {
    /// Nil where there is none: then motion alone is followed.
    let map: RailwayMap?
    /// True when the map is the one that comes with the program.
    let isShipped: Bool
    /// What the rider said of the line and the destination.
    let line: String?
    let destination: [String]
    let announcer: Announcer

    /// Reads the database once, into memory.
    init(_ options: RailwayOptions) throws {
        let known: RailwayMap?
        if let path = options.railways {
            known = try RailwayStore.read(path)
        } else if options.line != nil || options.destination != nil {
            known = try RailwayLibrary.greaterTokyo()
        } else {
            // Without its own database the program still follows motion.
            known = try? RailwayLibrary.greaterTokyo()
        }
        map = known
        isShipped = options.railways == nil
        line = try known.flatMap { map in
            try options.line.map { word in try Self.usage { try map.line(called: word) } }
        }
        destination =
            try known.flatMap { map in
                try options.destination.map { word in try Self.usage { try map.stations(called: word) } }
            } ?? []
        announcer = Announcer(known.map { RailwayNames($0, languages: options.languages) })
    }

    /// Makes the tracker of a ride.
    var tracker: TrackerMaker {
        RideTracker.maker(map: map, line: line, destination: destination, onlyInside: isShipped)
    }

    /// True when the rider counts on a railway.
    var isAskedFor: Bool { line != nil || !destination.isEmpty }

    /// What to do about a track that lies outside the map.
    static let elsewhere = """
        The track lies outside Greater Tokyo, whose railways come with the program; for those of another region:
          amaoto railways import SOURCE -o railways.sqlite      (GTFS, OpenStreetMap or GeoJSON)
        and then add --railways railways.sqlite.
        """

    /// A word that names nothing is a matter of usage.
    private static func usage<Found>(_ find: () throws -> Found) throws -> Found {
        do {
            return try find()
        } catch let error as RailwayError {
            throw Failure("\(error)", exitCode: ExitStatus.usage)
        }
    }
}
