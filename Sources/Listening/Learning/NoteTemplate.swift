// SPDX-License-Identifier: MIT
import SoundAnalysis

/// The mean pattern of an event's notes over time and frequency, learnt from examples.
struct NoteTemplate: Sendable {
    /// How well a template explains what stands out from an onset on.
    struct Score {
        /// The energy that it explains.
        var energy: Float = 0
        /// The cosine between it and all that stands out in its bands: 0 to 1.
        var likeness: Float = 0
    }

    /// The maximum length in frames: 1.2 s.
    private static let maximumLength = 60
    /// The least mean level of a place, in dB.
    private static let leastLevel: Float = 3
    /// The least share of the pattern that is an event.
    private static let leastShare: Float = 0.4

    let name: String
    /// The least likeness of an event.
    private(set) var threshold: Float = 0
    /// Weights of unit energy, and their places from the onset's frame.
    private var weights: [Float] = []
    private(set) var places: [Int] = []
    private var bands: [Int] = []
    /// The pattern's length in frames.
    private(set) var frames = 0
    /// The least product of the weights and an event.
    private var leastProduct: Float = 0

    /// Learns from every event of a name in the lessons, whose saliences are `maps`; nil if nothing stands out at the events.
    init?(_ name: String, in lessons: [Lesson], maps: [NoteSalience]) {
        self.name = name
        guard let count = maps.first?.bands else { return nil }
        var sums = [Float](repeating: 0, count: Self.maximumLength * count)
        var counts = [Float](repeating: 0, count: Self.maximumLength)
        for (lesson, map) in zip(lessons, maps) {
            let hop = lesson.hearing.notes.hop, events = lesson.truth.events
            for (place, event) in events.enumerated() where event.name == name {
                let next = events.indices.contains(place + 1) ? events[place + 1].time : .infinity
                let onset = lesson.hearing.notes.frame(at: event.time)
                for offset in 0..<Self.maximumLength
                where (0..<map.frames).contains(onset + offset) && Double(offset) * hop < next - event.time - 0.1 {
                    counts[offset] += 1
                    for band in 0..<count { sums[offset * count + band] += map.values[(onset + offset) * count + band] }
                }
            }
        }
        for place in sums.indices {
            let mean = counts[place / count] > 0 ? sums[place] / counts[place / count] : 0
            guard mean > Self.leastLevel else { continue }
            weights.append(mean)
            places.append(place)
            frames = place / count + 1
        }
        let norm = weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard norm > 0 else { return nil }
        for place in weights.indices { weights[place] /= norm }
        bands = Set(places.map { $0 % count }).sorted()
        leastProduct = Self.leastShare * norm
        threshold = learntThreshold(lessons, maps: maps)
    }

    /// Half way between the best likeness away from all events and that of the examples.
    private func learntThreshold(_ lessons: [Lesson], maps: [NoteSalience]) -> Float {
        var idle: Float = 0, examples: [Float] = []
        for (lesson, map) in zip(lessons, maps) {
            let likeness = onsets(in: map).map { score(in: map, at: $0).likeness }
            let onsets = lesson.truth.events.map { (frame: lesson.hearing.notes.frame(at: $0.time), name: $0.name) }
            for frame in likeness.indices where !onsets.contains(where: { abs($0.frame - frame) < Self.maximumLength }) {
                idle = max(idle, likeness[frame])
            }
            for onset in onsets where onset.name == name {
                let near = likeness[max(0, min(onset.frame - 3, likeness.count))..<max(0, min(onset.frame + 4, likeness.count))]
                if let best = near.max() { examples.append(best) }
            }
        }
        examples.sort()
        let usual = examples.isEmpty ? 1 : examples[examples.count / 4]
        return max((idle + usual) / 2, 0.3)
    }

    /// The frames at which an event can begin.
    func onsets(in map: NoteSalience) -> Range<Int> { 0..<max(0, map.frames - frames + 1) }

    /// The score of an event that begins at a frame; zero if too little of the pattern is there.
    func score(in map: NoteSalience, at frame: Int) -> Score {
        map.values.withUnsafeBufferPointer { values in
            var product: Float = 0
            for (weight, place) in zip(weights, places) { product += weight * values[frame * map.bands + place] }
            guard product >= leastProduct else { return Score() }
            var all: Float = 0
            for row in frame..<frame + frames {
                for band in bands {
                    let value = values[row * map.bands + band]
                    all += value * value
                }
            }
            return Score(energy: product * product, likeness: product / all.squareRoot())
        }
    }
}
