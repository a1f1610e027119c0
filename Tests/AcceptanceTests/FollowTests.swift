import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// The sound follows the track: drops counted in the WAV tell the speed, and tell standing from lost.
@Suite(.waiting, .serialized) struct FollowTests {
    /// Where commuter's drops are: their bubbles begin at 920 Hz (standing) to 2600 Hz (120 km/h), the impacts reach
    /// from there upwards. The wash of a lost fix lies two octaves lower, at 220 Hz, and stays out of these bands.
    static let listening = OnsetDetector.Settings.drops

    /// What was counted in one file, and what the engine says it let fall.
    struct Count {
        let onsets: [Onset]
        let duration: Double
        let startedDrops: Int

        /// Onsets a second.
        func rate(from start: Double, to end: Double) -> Double {
            Double(onsets.count { $0.time >= start && $0.time < end }) / (end - start)
        }
    }

    static func count(_ ride: FollowRide, seed: Int) throws -> Count {
        let folder = try Folder()
        let track = folder.file("ride.csv"), sound = folder.file("ride.wav"), figures = folder.file("stats.json")
        try ride.csv.write(to: track, atomically: true, encoding: .utf8)
        let run = try Program.amaoto(
            "render", track.path, "-p", "commuter", "--speed", "1", "--seed", "\(seed)", "-o", sound.path,
            "--stats", figures.path)
        try #require(run.status == 0, "\(run.errors)")
        var file = try SoundFile(path: sound.path)
        var detector = OnsetDetector(sampleRate: file.sampleRate, settings: listening)
        var frames = 0
        try file.forEachBlock {
            detector.add($0)
            frames += $0.frames
        }
        let stats = try JSONSerialization.jsonObject(with: Data(contentsOf: figures)) as? [String: Any]
        return Count(
            onsets: detector.finish(), duration: Double(frames) / Double(file.sampleRate),
            startedDrops: try #require(stats?["startedDrops"] as? Int))
    }

    /// Heard seconds of a plateau: without the glide into it (90 % in 0.8 s and less), and for a lost fix without the
    /// 5 s after which it counts as lost, the note that says so, and the one that says that it is back.
    static func span(_ ride: FollowRide, _ index: Int) -> (start: Double, end: Double) {
        let start = Double(index * FollowRide.minute), end = start + Double(FollowRide.minute)
        if ride.plateaus[index] == nil { return (start + 9, end - 1) }
        return (start + 3, min(end, Double(ride.plateaus.count * FollowRide.minute) - 1))
    }

    /// Rates in windows of two seconds, lying wholly within the plateau's span.
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
        // Told to the nearest 40 km/h, it is the ride itself, minute by minute, and the way back the other way round.
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
        // With four speeds alone, the ties among them hold even a perfect reading at about 0.96.
        #expect(spearman(speeds, rates) >= 0.95)
        // One threshold on the counted rate, half of the slowest drip, parts every two seconds of them.
        let threshold = FollowRide.promisedRate(0) / 2
        #expect((standing.min() ?? 0) > threshold)
        #expect((lost.max() ?? .infinity) < threshold)
        // What is counted is what the engine let fall, but for the few notes of the two events.
        #expect(abs(Double(count.onsets.count) / Double(count.startedDrops) - 1) < 0.03)
    }

    /// The speed that each minute tells, by its counted rate alone.
    private static func reading(_ ride: FollowRide, _ count: Count) -> [Double?] {
        ride.plateaus.indices.map { span(ride, $0) }.map {
            FollowRide.speed(countedRate: count.rate(from: $0.start, to: $0.end))
        }
    }

    /// Rank correlation, equal values sharing their mean rank (Spearman 1904).
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
