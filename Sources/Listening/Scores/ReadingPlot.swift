// SPDX-License-Identifier: MIT
import PlainText
import Sonification
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
                        label: fact + unit(of: fact),
                        curves: [
                            .init(label: "true", times: middles, values: actual, colour: .grey, filled: true),
                            .init(label: "read", times: middles, values: read, colour: .orange),
                        ], includesZero: true))
            } else if reading.classes[fact] != nil {
                let actual = reading.starts.map { truth.constant(fact, from: $0, to: $0 + Listener.window) }
                let read = reading.starts.indices.map { reading.name(fact, at: $0, before: 1, after: 1) }
                let classes = (test.listener.classNames(fact) + truth.classes(fact)).uniqued()
                panels.append(.bands(label: "\(fact), true", spans: spans(actual, reading.starts, classes)))
                panels.append(.bands(label: "\(fact), read", spans: spans(read, reading.starts, classes)))
            }
        }
        let kinds = (part.events + reading.events).map(\.name).uniqued().sorted()
        // One kind after the other, so that the lanes of both panels have the same order.
        func marks(_ events: [FactTimeline.Event]) -> [TimelinePlot.Span] {
            kinds.enumerated().flatMap { place, kind in
                events.filter { $0.name == kind }.map { .init(start: $0.time, end: $0.time, label: kind, ink: .kind(place)) }
            }
        }
        if !kinds.isEmpty {
            panels.append(.bands(label: "events, true", spans: marks(part.events)))
            panels.append(.bands(label: "events, read", spans: marks(reading.events)))
        }
        return TimelinePlot(title: title, subtitle: subtitle, panels: panels).svg
    }

    /// The unit of a fact in parentheses; empty without one.
    private static func unit(of fact: String) -> String {
        let unit = ChannelTable.channel(named: fact)?.unit ?? ""
        return unit.isEmpty ? "" : " (\(unit))"
    }

    /// Neighbouring windows of one name as one span, in the colour of its place among the classes.
    private static func spans(_ names: [String?], _ starts: [Double], _ classes: [String]) -> [TimelinePlot.Span] {
        var spans: [TimelinePlot.Span] = []
        let edge = (Listener.window - Listener.hop) / 2
        for (name, start) in zip(names, starts) {
            let from = start + edge, to = from + Listener.hop
            if let last = spans.last, last.label == name, abs(last.end - from) < Listener.hop / 2 {
                spans[spans.count - 1].end = to
            } else if let name {
                spans.append(.init(start: from, end: to, label: name, ink: .kind(classes.firstIndex(of: name) ?? 0)))
            }
        }
        return spans
    }
}
