// SPDX-License-Identifier: MIT
import Tracking

/// The railway at each fix of a recorded track, estimated from the full track: the fixes before it and the fixes after it.
///
/// The track is followed forwards, and backwards as the reverse ride; the product of both beliefs decides (two-filter smoothing).
/// Memory grows with the track: about 300 bytes per fix.
public struct Hindsight: Sendable {
    /// The network on which the track was followed.
    let network: TrackNetwork
    /// The railway's index in the map for each fix; nil off the train.
    let railways: [Int?]

    /// The belief in one railway at one fix.
    private struct Share {
        var line: Int32
        var belief: Float
    }

    /// The beliefs after each fix, in one array: most fixes have one or two, and an array of its own takes 48 bytes and more.
    private struct Beliefs {
        private var shares: [Share] = []
        private var ends: [Int] = []

        mutating func append(_ next: some Sequence<Share>) {
            shares += next
            ends.append(shares.count)
        }

        subscript(fix: Int) -> ArraySlice<Share> { shares[(fix > 0 ? ends[fix - 1] : 0)..<ends[fix]] }
    }

    /// - Parameters:
    ///   - line: The railway, if the rider has set it.
    ///   - fixes: The complete track, in order.
    public init(_ network: TrackNetwork, line: Int? = nil, fixes: [Fix]) {
        self.network = network
        var paces: [PlatformStands.Pace] = []
        paces.reserveCapacity(fixes.count)
        var errors: [Double] = []
        errors.reserveCapacity(fixes.count)
        let forwards = Self.beliefs(network, line, fixes, .forwards) { tracker in
            paces.append(PlatformStands.Pace(tracker.motion, sigma: tracker.error))
            errors.append(tracker.error)
        }
        let backwards = Self.beliefs(network, line, Self.reversed(fixes), .backwards)
        var railways: [Int?] = []
        railways.reserveCapacity(fixes.count)
        var isSure: [Bool] = []
        isSure.reserveCapacity(fixes.count)
        for place in fixes.indices {
            let before = forwards[place], after = backwards[fixes.count - 1 - place]
            railways.append(Self.best(before, after))
            isSure.append(before.reduce(0) { $0 + $1.belief } > 0.5 && after.reduce(0) { $0 + $1.belief } > 0.5)
        }
        Self.dropDoubtful(&railways, isSure)
        self.railways = PlatformStands(paces: paces, times: Self.seconds(fixes), errors: errors)
            .apply(to: Self.settled(railways, fixes))
    }

    /// The reverse ride.
    private static func reversed(_ fixes: [Fix]) -> some Collection<Fix> {
        // Not as an array: a fix takes more memory than all that is kept of it here.
        fixes.lazy.reversed().map { fix in
            var fix = fix
            fix.time = fix.time.map { TrackTime(nanoseconds: $0.nanoseconds == .min ? .max : -$0.nanoseconds) }
            fix.course = fix.course.map { $0 < 180 ? $0 + 180 : $0 - 180 }
            return fix
        }
    }

    /// The beliefs after each fix.
    /// - Parameters:
    ///   - pass: Backwards, they are divided by the belief before the first fix, which the other pass contains already.
    ///   - visit: Receives the tracker after each fix.
    private static func beliefs(
        _ network: TrackNetwork, _ line: Int?, _ fixes: some Collection<Fix>, _ pass: TrainFilter.Pass,
        visit: (RailwayTracker) -> Void = { _ in }
    ) -> Beliefs {
        var tracker = RailwayTracker(network, line: line, pass: pass)
        var shares = Beliefs()
        for fix in fixes {
            _ = tracker.process(fix)
            visit(tracker)
            let filter = tracker.filter
            let off = (1 - filter.beliefInTrain) / OffTrain.unknown.sum
            var all = 0.0
            for line in filter.active { all += network.lines[line].prior }
            let beliefs = filter.active.map { line in
                let prior = filter.initialTrain * (network.lines[line].prior / all).squareRoot()
                return filter.belief(in: line) / (pass.isReverse ? prior : 1)
            }
            let scale = pass.isReverse ? 1 / (off + beliefs.reduce(0, +)) : 1
            shares.append(
                zip(filter.active, beliefs).lazy.compactMap { line, belief in
                    belief * scale > 1e-4 ? Share(line: Int32(line), belief: Float(belief * scale)) : nil
                })
        }
        return shares
    }

    /// Removes rides about which the two passes are never sure at the same fix.
    private static func dropDoubtful(_ railways: inout [Int?], _ isSure: [Bool]) {
        for run in railways.map({ $0 == nil }).equalRuns where !isSure[run].contains(true) {
            for place in run { railways[place] = nil }
        }
    }

    /// The fixes' times in seconds; a fix without a time has that of the fix before it.
    private static func seconds(_ fixes: [Fix]) -> [Double] {
        var last = 0.0
        return fixes.map { fix in
            if let time = fix.time { last = Double(time.nanoseconds) * 1e-9 }
            return last
        }
    }

    private static func best(_ before: ArraySlice<Share>, _ after: ArraySlice<Share>) -> Int? {
        // A railway that one side has not seen is unlikely but not impossible: that side may not have come near it yet.
        let least: Float = 1e-4
        func share(_ shares: ArraySlice<Share>, _ line: Int32) -> Float { shares.first { $0.line == line }?.belief ?? least }
        let offBefore = max(least, 1 - before.reduce(0) { $0 + $1.belief })
        let offAfter = max(least, 1 - after.reduce(0) { $0 + $1.belief })
        var best: (line: Int32, weight: Float)?
        var train: Float = 0
        for one in before {
            let weight = one.belief * share(after, one.line)
            train += weight
            if weight > best?.weight ?? 0 { best = (one.line, weight) }
        }
        for one in after where !before.contains(where: { $0.line == one.line }) {
            let weight = one.belief * least
            train += weight
            if weight > best?.weight ?? 0 { best = (one.line, weight) }
        }
        guard let best, train > offBefore * offAfter else { return nil }
        return Int(best.line)
    }

    /// Removes results that last less than half a minute between two equal ones.
    private static func settled(_ railways: [Int?], _ fixes: [Fix]) -> [Int?] {
        var settled = railways
        for run in railways.equalRuns.dropFirst().dropLast() {
            let (start, end) = (run.lowerBound, run.upperBound)
            if settled[start - 1] == settled[end],
                let first = fixes[start].time, let last = fixes[end].time, last.seconds(since: first) < 30
            {
                for place in run { settled[place] = settled[end] }
            }
        }
        return settled
    }
}
