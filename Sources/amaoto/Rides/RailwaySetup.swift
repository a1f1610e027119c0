import Foundation
import Railways
import Tracking
import Transport

/// The railways that a ride is followed on, and what it is watched against, as the options want them.
struct RailwaySetup {
    let map: RailwayMap
    /// True when the map is the one that comes with the program.
    let isShipped: Bool
    /// What the rider said of the line and the destination.
    let line: String?
    let destination: [String]
    let announcer: Announcer
    let landmarks: Landmarks

    /// Reads the database once, into memory.
    init(_ options: RideOptions) throws {
        landmarks = try options.landmarks.read()
        let known = try options.railways.map { try RailwayStore.read($0) } ?? RailwayLibrary.greaterTokyo()
        map = known
        isShipped = options.railways == nil
        line = try options.line.map { word in try Self.usage { try known.line(called: word) } }
        destination = try options.destination.map { word in try Self.usage { try known.stations(called: word) } } ?? []
        announcer = Announcer(RailwayNames(known, languages: options.languages))
    }

    /// Makes the tracker of a ride.
    var tracker: TrackerMaker { maker(hindsight: nil) }

    private func maker(hindsight: Hindsight?) -> TrackerMaker {
        LandmarkTracker.maker(
            landmarks,
            around: RideTracker.maker(map: map, line: line, destination: destination, hindsight: hindsight, onlyInside: isShipped))
    }

    /// Makes the tracker of a recorded ride that says what the whole of it shows.
    /// - Parameter fixes: all of the ride's.
    func hindsight(_ fixes: [Fix]) -> TrackerMaker {
        let network = TrackNetwork(map)
        return maker(hindsight: Hindsight(network, line: line.flatMap { network.railway($0) }, fixes: fixes))
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
