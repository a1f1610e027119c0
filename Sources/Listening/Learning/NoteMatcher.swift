// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis

/// Finds events by matched filters: the mean pattern of each event's notes over time and frequency, learnt from examples.
struct NoteMatcher: Sendable {
    struct Match: Sendable {
        var time: Double
        var name: String
    }

    /// What stands out of the rain: dB above its median, frame by frame.
    private struct Salience {
        let bands: Int
        let frames: Int
        var values: [Float]

        init(_ notes: BandSpectrogram) {
            bands = notes.bands
            frames = notes.frames
            let (bands, frames) = (bands, frames)
            let levels = notes.middle.map { 10 * log10f($0 + 1e-11) }
            values = [Float](repeating: 0, count: levels.count)
            // The median of the two seconds around, anew every half second.
            let step = 25, reach = 50
            var seen: [Float] = []
            for start in stride(from: 0, to: frames, by: step) {
                let around = max(0, start + step / 2 - reach)..<min(frames, start + step / 2 + reach)
                for band in 0..<bands {
                    seen.removeAll(keepingCapacity: true)
                    for frame in around { seen.append(levels[frame * bands + band]) }
                    seen.sort()
                    let floor = seen[seen.count / 2] + NoteMatcher.margin
                    for frame in start..<min(start + step, frames) {
                        values[frame * bands + band] = min(max(levels[frame * bands + band] - floor, 0), NoteMatcher.ceiling)
                    }
                }
            }
        }
    }

    private struct Template: Sendable {
        var name: String
        /// Weights of unit energy, and their places from the onset's frame.
        var weights: [Float] = []
        var places: [Int32] = []
        var frames = 0
        var threshold: Float = 0
    }

    private static let margin: Float = 6
    private static let ceiling: Float = 24
    /// Frames of a pattern: 1.2 s.
    private static let length = 60
    /// Onsets closer than this are one event, in frames: 0.3 s.
    private static let apart = 15
    /// The last share of a pattern, its ringing, may lie in the next event.
    private static let tail = 0.2
    private var templates: [Template] = []

    /// Learns from lessons; nil if they hold no event.
    init?(_ lessons: [Lesson]) {
        let maps = lessons.map { Salience($0.hearing.notes) }
        let names = Set(lessons.flatMap { $0.truth.events.map(\.name) }).sorted()
        guard !names.isEmpty, let bands = maps.first?.bands else { return nil }
        for name in names {
            var sums = [Float](repeating: 0, count: Self.length * bands), counts = [Float](repeating: 0, count: Self.length)
            for (lesson, map) in zip(lessons, maps) {
                for (place, event) in lesson.truth.events.enumerated() where event.name == name {
                    let next = lesson.truth.events.indices.contains(place + 1) ? lesson.truth.events[place + 1].time : .infinity
                    let onset = Self.frame(event.time, lesson.hearing.notes)
                    for offset in 0..<Self.length
                    where (0..<map.frames).contains(onset + offset) && Double(offset) * lesson.hearing.notes.hop < next - event.time - 0.1 {
                        counts[offset] += 1
                        for band in 0..<bands { sums[offset * bands + band] += map.values[(onset + offset) * bands + band] }
                    }
                }
            }
            var template = Template(name: name)
            for place in sums.indices {
                let mean = counts[place / bands] > 0 ? sums[place] / counts[place / bands] : 0
                guard mean > 3 else { continue }
                template.weights.append(mean)
                template.places.append(Int32(place))
                template.frames = max(template.frames, place / bands + 1)
            }
            let energy = template.weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
            guard energy > 0 else { continue }
            for place in template.weights.indices { template.weights[place] /= energy }
            templates.append(template)
        }
        for place in templates.indices {
            // Half way between the best likeness where nothing happens and that of the examples.
            var idle: Float = 0, examples: [Float] = []
            for (lesson, map) in zip(lessons, maps) {
                let onsets = lesson.truth.events.map { Self.frame($0.time, lesson.hearing.notes) }
                let likeness = Self.scores(templates[place], map).map(\.likeness)
                for frame in likeness.indices where !onsets.contains(where: { abs($0 - frame) < Self.length }) {
                    idle = max(idle, likeness[frame])
                }
                for event in lesson.truth.events where event.name == templates[place].name {
                    let onset = Self.frame(event.time, lesson.hearing.notes)
                    let near = likeness[max(0, min(onset - 3, likeness.count))..<max(0, min(onset + 4, likeness.count))]
                    if let best = near.max() { examples.append(best) }
                }
            }
            examples.sort()
            let usual = examples.isEmpty ? 1 : examples[examples.count / 4]
            templates[place].threshold = max((idle + usual) / 2, 0.3)
        }
    }

    private static func frame(_ time: Double, _ notes: BandSpectrogram) -> Int { Int(((time - notes.length / 2) / notes.hop).rounded()) }

    /// Per onset frame: the energy that a template explains, and its likeness to all that stands out (0 ... 1).
    private static func scores(_ template: Template, _ map: Salience) -> [(energy: Float, likeness: Float)] {
        var energies = [Float](repeating: 0, count: map.frames + 1)
        for frame in 0..<map.frames {
            var sum: Float = 0
            for band in 0..<map.bands {
                let value = map.values[frame * map.bands + band]
                sum += value * value
            }
            energies[frame + 1] = energies[frame] + sum
        }
        return map.values.withUnsafeBufferPointer { values in
            (0..<max(0, map.frames - template.frames + 1)).map { frame in
                var product: Float = 0
                for (weight, place) in zip(template.weights, template.places) { product += weight * values[frame * map.bands + Int(place)] }
                let all = energies[frame + template.frames] - energies[frame]
                return (product * product, all > 0 ? product / all.squareRoot() : 0)
            }
        }
    }

    /// The events heard, in order.
    func matches(in hearing: Hearing) -> [Match] {
        let map = Salience(hearing.notes)
        var best = [(energy: Float, template: Int)](repeating: (0, -1), count: map.frames)
        for (index, template) in templates.enumerated() {
            for (frame, score) in Self.scores(template, map).enumerated()
            where score.likeness >= template.threshold && score.energy > best[frame].energy { best[frame] = (score.energy, index) }
        }
        // The strongest first: what sounds within its pattern belongs to it, and so does an earlier one that reaches into it.
        var taken: [Int] = []
        func length(at frame: Int) -> Int { templates[best[frame].template].frames }
        for frame in best.indices.filter({ best[$0].template >= 0 }).sorted(by: { (best[$0].energy, $1) > (best[$1].energy, $0) }) {
            let reach = max(Self.apart, Int((1 - Self.tail) * Double(length(at: frame))))
            let isCovered = taken.contains { $0 < frame + reach && frame < $0 + max(Self.apart, length(at: $0)) }
            if !isCovered { taken.append(frame) }
        }
        return taken.sorted().map { frame in
            Match(time: Double(frame) * hearing.notes.hop + hearing.notes.length / 2, name: templates[best[frame].template].name)
        }
    }
}
