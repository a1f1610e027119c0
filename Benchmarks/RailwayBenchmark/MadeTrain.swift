// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// A phone on simulated trains that run over one railway of a map after another, from end to end: one fix per second, the same
/// on every run.
struct MadeTrain: IteratorProtocol {
    private let railways: [Railway]
    private let network: TrackNetwork
    private var turn = 0
    private var moments = AnyIterator<RideMoment> { nil }
    private var receiver = RideReceiver(.phone, seed: 1)
    /// When the ride on the current railway begins, and when the next one does.
    private var start = TrackTime(nanoseconds: 1_767_225_600_000_000_000)
    private var nextStart = TrackTime(nanoseconds: 1_767_225_600_000_000_000)

    init(_ map: RailwayMap) {
        railways = map.railways
        network = TrackNetwork(map)
    }

    /// The next fix, and the railway's index in the map; nil only on a map without rides.
    mutating func next() -> (fix: Fix, line: Int)? {
        for _ in 0...railways.count {
            while let moment = moments.next() {
                if let line = moment.railway, let fix = receiver.fix(at: moment, start: start) { return (fix, line) }
            }
            begin()
        }
        return nil
    }

    /// Begins the ride on the next railway; does nothing if no train connects its ends.
    private mutating func begin() {
        guard !railways.isEmpty else { return }
        let line = turn % railways.count
        turn += 1
        guard let first = railways[line].stations.first, let last = railways[line].stations.last,
            let ride = try? SimulatedRide(on: network, from: [first.id], to: [last.id], line: line, start: nextStart, seed: UInt64(turn))
        else { return }
        start = nextStart
        nextStart.nanoseconds += Int64(ride.duration + 60) * 1_000_000_000
        receiver = RideReceiver(.phone, seed: UInt64(turn))
        moments = AnyIterator(ride.moments(every: 1).makeIterator())
    }
}

extension RideSet {
    /// Rides of a made-up train, one hour each.
    init(made count: Int, on map: RailwayMap) {
        var train = MadeTrain(map)
        rides = (0..<count).map { _ in
            var ride = Ride(fixes: [], truth: [])
            while ride.fixes.count < 3_600, let (fix, line) = train.next() {
                ride.fixes.append(fix)
                ride.truth.append(Truth(isRiding: true, lines: [line], isWithoutTrain: false))
            }
            return ride
        }
        title = "the fixes of simulated trains over the railways of the map"
    }
}
