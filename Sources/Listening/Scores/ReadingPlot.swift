// SPDX-License-Identifier: MIT
import SoundAnalysis

/// Draws what is true in a sound against what a listener read, fact by fact.
public enum ReadingPlot {
    /// Draws the first sound of a test; nil if it has none.
    public static func svg(title: String, subtitle: String, of test: ListeningTest) -> String? {
        guard let part = test.parts.first else { return nil }
        let reading = part.reading, truth = part.truth
        var panels: [TimelinePlot.Panel] = []
        let middles = reading.starts.map { $0 + Listener.window / 2 }
        for fact in test.listener.facts where truth.courses[fact] != nil {
            if let read = reading.numbers[fact] {
                let actual = reading.starts.map { truth.mean(fact, from: $0, to: $0 + Listener.window) ?? .nan }
                panels.append(
                    .curves(
                        label: fact,
                        curves: [
                            .init(label: "true", times: middles, values: actual, colour: .grey, filled: true),
                            .init(label: "read", times: middles, values: read, colour: .orange),
                        ], includesZero: true))
            } else if reading.classes[fact] != nil {
                let actual = reading.starts.map { truth.constant(fact, from: $0, to: $0 + Listener.window) }
                panels.append(.bands(label: "\(fact), true", spans: spans(actual, reading.starts)))
                let read = reading.starts.indices.map { reading.name(fact, at: $0, before: 1, after: 1) }
                panels.append(.bands(label: "\(fact), read", spans: spans(read, reading.starts)))
            }
        }
        func marks(_ events: [FactTimeline.Event]) -> [TimelinePlot.Span] {
            events.map { .init(start: $0.time, end: $0.time + 0.4, label: $0.name) }
        }
        if !truth.events.isEmpty || !reading.events.isEmpty {
            panels.append(.bands(label: "events, true", spans: marks(truth.events)))
            panels.append(.bands(label: "events, read", spans: marks(reading.events)))
        }
        return TimelinePlot(title: title, subtitle: subtitle, panels: panels).svg
    }

    /// Neighbouring windows of one name as one span.
    private static func spans(_ names: [String?], _ starts: [Double]) -> [TimelinePlot.Span] {
        var spans: [TimelinePlot.Span] = []
        let edge = (Listener.window - Listener.hop) / 2
        for (name, start) in zip(names, starts) {
            let from = start + edge, to = from + Listener.hop
            if let last = spans.last, last.label == name, abs(last.end - from) < Listener.hop / 2 {
                spans[spans.count - 1].end = to
            } else if let name {
                spans.append(.init(start: from, end: to, label: name))
            }
        }
        return spans
    }
}
