// SPDX-License-Identifier: MIT
/// A ride on one train: boarded at a station, left at another one of the same line.
public struct RideLeg: Equatable, Sendable {
    /// A station on the way, the first and the last included.
    public struct Call: Equatable, Sendable {
        /// The index in `Railway.stations`.
        public let station: Int
        /// In metres from the leg's first station, along the track.
        let along: Double
        /// False where the train runs through.
        public let stops: Bool
    }

    /// The index of the railway in the map.
    public let railway: Int
    /// True in the order of the stations, false against it.
    let isAscending: Bool
    /// In order of travel.
    public let calls: [Call]
    /// Where the first station is, in metres along the line.
    let start: Double
    /// True if it is on the train of the leg before, which runs from a line to its branch, or from there to the line.
    public internal(set) var isSameTrain = false

    /// The way in metres along the track.
    public var length: Double { calls.last?.along ?? 0 }

    /// - Parameters:
    ///   - places: the stations on the way, as indices into `line.stations`, in order of travel.
    ///   - pattern: where the train stops; nil for every station.
    init(railway: Int, on line: TrackNetwork.Line, isAscending: Bool, places: [Int], pattern: StopPattern?) {
        self.railway = railway
        self.isAscending = isAscending
        var along = 0.0
        var calls: [Call] = []
        for (index, place) in places.enumerated() {
            if index > 0 { along += line.way(from: places[index - 1], to: place, isAscending: isAscending) }
            let stops = pattern.map { $0.calls[place] == .stops } ?? true
            calls.append(Call(station: line.stations[place].station, along: along, stops: stops))
        }
        self.calls = calls
        start = places.first.map { line.stations[$0].along } ?? 0
    }
}
