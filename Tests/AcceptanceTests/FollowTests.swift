// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// The sound follows the track: drops counted in the WAV give the speed, and distinguish standing from lost.
@Suite(.waiting, .serialized) struct FollowTests {
    /// The bands of counter's drops: their bubbles begin at 920 Hz (standing) to 2600 Hz (120 km/h), the impacts reach from
    /// there upwards. The wash of a lost fix lies two octaves lower, at 220 Hz, and stays out of these bands.
    static let listening = OnsetDetector.Settings.drops

    /// The onsets counted in one file, and the number of drops that the engine reports.
    struct Count {
        let onsets: [Onset]
        let duration: Double
        let startedDrops: Int

        /// Onsets per second.
        func rate(from start: Double, to end: Double) -> Double {
            Double(onsets.count { $0.time >= start && $0.time < end }) / (end - start)
        }
    }

    static func count(_ ride: FollowRide, seed: Int) throws -> Count {
        let folder = try Folder()
        let track = try folder.write(ride.csv, to: "ride.csv"), sound = folder.file("ride.wav"), figures = folder.file("stats.json")
        try Program.mustSucceed(
            "render", track.path, "-p", "counter", "--speed", "1", "--seed", "\(seed)", "-o", sound.path, "--stats", figures.path)
        var file = try SoundFile(path: sound.path)
        var detector = OnsetDetector(sampleRate: file.sampleRate, channelCount: file.channelCount, settings: listening)
        var frames = 0
        try file.forEachBlock {
            detector.add($0)
            frames += $0.frames
        }
        let stats = try PrintedJSON.object(in: figures)
        return Count(
            onsets: detector.finish(), duration: Double(frames) / Double(file.sampleRate),
            startedDrops: try #require(stats["startedDrops"] as? Int))
    }

    /// The evaluated seconds of a plateau. They exclude the glide into it (90 % in 0.8 s or less) and, for a lost fix, the 5 s
    /// after which it counts as lost, the note for the loss and the note for the return.
    static func span(_ ride: FollowRide, _ index: Int) -> (start: Double, end: Double) {
        let start = Double(index * FollowRide.minute), end = start + Double(FollowRide.minute)
        if ride.plateaus[index] == nil { return (start + 9, end - 1) }
        return (start + 3, min(end, Double(ride.plateaus.count * FollowRide.minute) - 1))
    }

    /// Rates in windows of two seconds that lie completely within the plateau's span.
    static func windows(_ count: Count, _ span: (start: Double, end: Double)) -> [Double] {
        stride(from: span.start, through: span.end - 2, by: 2).map { count.rate(from: $0, to: $0 + 2) }
    }

    @Test func theSoundFollowsTheTrack() throws { try follows(seed: 1) }

    @Test(.tags(.sounds), arguments: 2...6)
    func soItDoesWithOtherSeeds(seed: Int) throws { try follows(seed: seed) }

    private func follows(seed: Int) throws {
        let there = try Self.count(.forward, seed: seed), back = try Self.count(.backward, seed: seed)
        checkPlateaus(.forward, there)
        checkPlateaus(.backward, back)
        let read = Self.reading(.forward, there), reversed = Self.reading(.backward, back)
        for (one, other) in zip(read, reversed.reversed()) {
            #expect((one == nil) == (other == nil))
            #expect(abs((one ?? 0) - (other ?? 0)) < 5, "there \(read) and back \(reversed) km/h")
        }
        // To the nearest 40 km/h, the reading is the ride itself, minute by minute, and the reverse for the way back.
        let nearest = { (speed: Double?) in speed.map { ($0 / 40).rounded() * 40 } }
        #expect(read.map(nearest) == FollowRide.forward.plateaus)
        #expect(reversed.map(nearest) == FollowRide.backward.plateaus)
    }

    private func checkPlateaus(_ ride: FollowRide, _ count: Count) {
        var speeds: [Double] = [], rates: [Double] = []
        var standing: [Double] = [], lost: [Double] = []
        for (index, speed) in ride.plateaus.enumerated() {
            let span = Self.span(ride, index)
            let windows = Self.windows(count, span)
            guard let speed else {
                lost += windows
                continue
            }
            let rate = count.rate(from: span.start, to: span.end)
            let promised = FollowRide.promisedRate(speed)
            #expect(abs(rate / promised - 1) < 0.15, "\(speed) km/h: \(rate) drops a second instead of \(promised)")
            if speed == 0 { standing += windows }
            speeds += windows.map { _ in speed }
            rates += windows
        }
        // With only four speeds, the ties among them limit even a perfect reading to about 0.96.
        #expect(spearman(speeds, rates) >= 0.95)
        // One threshold on the counted rate, half of the slowest drip, separates all windows of two seconds.
        let threshold = FollowRide.promisedRate(0) / 2
        #expect((standing.min() ?? 0) > threshold)
        #expect((lost.max() ?? .infinity) < threshold)
        // The count matches the engine's drops, except for the few notes of the two events.
        #expect(abs(Double(count.onsets.count) / Double(count.startedDrops) - 1) < 0.03)
    }

    /// The speed of each minute, from its counted rate alone.
    private static func reading(_ ride: FollowRide, _ count: Count) -> [Double?] {
        ride.plateaus.indices.map { span(ride, $0) }.map {
            FollowRide.speed(countedRate: count.rate(from: $0.start, to: $0.end))
        }
    }

    /// Rank correlation; equal values share their mean rank (Spearman 1904).
    private func spearman(_ x: [Double], _ y: [Double]) -> Double {
        func ranks(_ values: [Double]) -> [Double] {
            let order = values.indices.sorted { values[$0] < values[$1] }
            var ranks = [Double](repeating: 0, count: values.count)
            var first = 0
            while first < order.count {
                var next = first
                while next < order.count, values[order[next]] == values[order[first]] { next += 1 }
                for place in first..<next { ranks[order[place]] = Double(first + next - 1) / 2 }
                first = next
            }
            return ranks
        }
        let a = ranks(x), b = ranks(y)
        let middle = Double(x.count - 1) / 2
        func sum(_ p: [Double], _ q: [Double]) -> Double { zip(p, q).reduce(0) { $0 + ($1.0 - middle) * ($1.1 - middle) } }
        return sum(a, b) / (sum(a, a) * sum(b, b)).squareRoot()
    }
}
