// SPDX-License-Identifier: MIT
import SoundAnalysis
import Tracking

/// Finds events by matched filters, one for each event's notes.
struct NoteMatcher: Sendable {
    /// Onsets closer than this are one event, in frames: 0.26 s, since the program's events are 0.3 s apart and each is
    /// found up to a frame early or late.
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
    func matches(in hearing: Hearing) -> [FactTimeline.Event] {
        var map = NoteSalience(hearing.notes)
        // In rising order of energy; what is removed may make some obsolete.
        var candidates = templates.indices.flatMap { index in
            templates[index].onsets(in: map).compactMap { candidate(index, at: $0, in: map) }
        }.sorted { $0.energy < $1.energy }
        var found: [(frame: Int, name: String)] = []
        while let best = candidates.popLast() {
            let template = templates[best.template]
            guard template.score(in: map, at: best.frame).energy == best.energy,
                !found.contains(where: { abs($0.frame - best.frame) < Self.apart })
            else { continue }
            found.append((best.frame, template.name))
            map.remove(template, at: best.frame)
            for (index, other) in templates.enumerated() {
                for frame in other.onsets(in: map).clamped(to: best.frame - other.frames + 1..<best.frame + template.frames) {
                    guard let next = candidate(index, at: frame, in: map) else { continue }
                    candidates.insert(next, at: candidates.partitioningIndex { $0.energy >= next.energy })
                }
            }
        }
        return found.sorted { $0.frame < $1.frame }.map { .init(time: hearing.notes.time(at: $0.frame), name: $0.name) }
    }

    private struct Candidate {
        var energy: Float
        var template: Int
        var frame: Int
    }

    /// Returns nil if too little of the template is heard there, or too much else.
    private func candidate(_ template: Int, at frame: Int, in map: NoteSalience) -> Candidate? {
        let score = templates[template].score(in: map, at: frame)
        guard score.energy > 0, score.likeness >= templates[template].threshold else { return nil }
        return Candidate(energy: score.energy, template: template, frame: frame)
    }
}
