// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// What a rider with a destination is told of it, in seconds of the ride.
struct ToldAlighting: Equatable {
    var name: String
    var second: Double
    /// Whether it was told between fixes.
    var isTick = true

    private struct Recorded: CountingReader {
        var fixes: ArraySlice<Fix>
        let extraNames: [String] = []
        let notes: [String] = []
        let tally = InputTally()
        mutating func next() throws(InputFault) -> ReaderItem? { fixes.popFirst().map { .fix($0) } }
    }

    /// - Parameter fillsGaps: Whether there are ticks between the fixes.
    static func all(_ fixes: [Fix], to destination: String, on map: RailwayMap, fillsGaps: Bool = true) throws -> [ToldAlighting] {
        var track = TickingTrack(Recorded(fixes: fixes[...]), tracker: RideTracker.maker(map: map, destination: [destination]))
        track.fillsGaps = fillsGaps
        var told: [ToldAlighting] = []
        while let item = try track.next() {
            guard case .update(let update) = item else { continue }
            let second = Double(update.time.nanoseconds) * 1e-9 - fixes[0].seconds
            told += update.events.filter(\.isOfDestination).map {
                ToldAlighting(name: $0.name, second: second, isTick: update.estimated)
            }
        }
        return told
    }
}

extension TrackEvent {
    /// Whether it concerns only a rider with a destination.
    var isOfDestination: Bool { name.hasPrefix("destination") || name.hasPrefix("wrong") }
}
