// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// The railways on which a ride is followed, and its landmarks, according to the options.
struct RailwaySetup {
    let map: RailwayMap
    /// True when the map is the default one: the shipped one with the regions added.
    let isDefault: Bool
    /// The line and the destination specified by the rider.
    let line: String?
    let destination: [String]
    let announcer: Announcer
    let landmarks: Landmarks

    /// Reads the database once, into memory.
    init(_ options: RideOptions, _ console: Console) throws {
        landmarks = try options.landmarks.read()
        let known = try options.map.load(console).map
        map = known
        isDefault = options.map.database == nil
        line = try options.line.map { word in try Self.usage { try known.line(called: word) } }
        let goal = try options.destination.map { [points = landmarks.points] word in
            try Self.usage { try RailwayDestination(called: word, on: known, points: points) }
        }
        destination = goal?.stations ?? []
        options.names.check(known, console)
        announcer = Announcer(RailwayNames(known, languages: options.names.languages), goal: goal)
    }

    var tracker: TrackerMaker { maker(hindsight: nil) }

    private func maker(hindsight: Hindsight?) -> TrackerMaker {
        LandmarkTracker.maker(
            landmarks,
            around: RideTracker.maker(map: map, line: line, destination: destination, hindsight: hindsight, onlyInside: isDefault))
    }

    /// Creates the tracker of a recorded ride that uses hindsight over the complete ride.
    /// - Parameter fixes: all of the ride's.
    func hindsight(_ fixes: [Fix]) -> TrackerMaker {
        let network = TrackNetwork(map)
        return maker(hindsight: Hindsight(network, line: line.flatMap { network.railway($0) }, fixes: fixes))
    }

    /// True when the rider has specified a railway.
    var isRequested: Bool { line != nil || !destination.isEmpty }

    /// Advice on a track that lies outside the map.
    static let elsewhere = "No railway is known here; to add a region, see `amaoto railways add --help`."

    /// Turns an unknown name into a usage error.
    static func usage<Found>(_ find: () throws -> Found) throws -> Found {
        do {
            return try find()
        } catch let error as RailwayError {
            throw Failure("\(error)", .usage)
        }
    }
}
