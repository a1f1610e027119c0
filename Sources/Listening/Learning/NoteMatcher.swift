// SPDX-License-Identifier: MIT
import SoundAnalysis

/// Finds events by matched filters, one for each event's notes.
struct NoteMatcher: Sendable {
    struct Match: Sendable {
        var time: Double
        var name: String
    }

    /// Onsets closer than this are one event, in frames: 0.26 s.
    private static let apart = 13
    private let templates: [NoteTemplate]

    /// Learns from lessons; nil if they hold no event.
    init?(_ lessons: [Lesson]) {
        let names = Set(lessons.flatMap { $0.truth.events.map(\.name) }).sorted()
        guard !names.isEmpty else { return nil }
        let maps = lessons.map { NoteSalience($0.hearing.notes) }
        templates = names.compactMap { NoteTemplate($0, in: lessons, maps: maps) }
    }

    /// Returns the events heard, in order.
    ///
    /// The strongest is found first. What it explains is removed, and the rest is matched again, so that events whose notes
    /// interleave are all found. Source: Mallat and Zhang, "Matching pursuits with time-frequency dictionaries", IEEE
    /// Transactions on Signal Processing 41 (1993).
    func matches(in hearing: Hearing) -> [Match] {
        var map = NoteSalience(hearing.notes)
        var scores = templates.map { $0.scores(in: map) }
        var found: [(frame: Int, name: String)] = []
        while let best = strongest(scores, apartFrom: found.map(\.frame)) {
            let template = templates[best.template]
            found.append((best.frame, template.name))
            map.remove(template, at: best.frame)
            for (index, other) in templates.enumerated() {
                let near = max(0, best.frame - other.frames + 1)..<min(best.frame + template.frames, scores[index].count)
                for frame in near { scores[index][frame] = other.score(in: map, at: frame) }
            }
        }
        return found.sorted { $0.frame < $1.frame }.map { Match(time: hearing.notes.time(at: $0.frame), name: $0.name) }
    }

    /// The match that explains the most energy, far enough from those found.
    private func strongest(_ scores: [[NoteTemplate.Score]], apartFrom found: [Int]) -> (template: Int, frame: Int)? {
        var best: (template: Int, frame: Int)?, most: Float = 0
        for (index, template) in templates.enumerated() {
            for (frame, score) in scores[index].enumerated()
            where score.energy > most && score.likeness >= template.threshold && !found.contains(where: { abs($0 - frame) < Self.apart }) {
                best = (index, frame)
                most = score.energy
            }
        }
        return best
    }
}
