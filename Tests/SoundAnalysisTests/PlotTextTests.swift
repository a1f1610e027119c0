// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

/// Text in pictures: what fits, where it stands, and how much of it there is.
@Suite("Text in plots", .computing) struct PlotTextTests {
    /// The text elements of a picture, one a line.
    private func words(_ svg: String) -> [String] {
        svg.split(separator: "\n").filter { $0.hasPrefix("<text") }.map { line in
            let start = line.firstIndex(of: ">") ?? line.startIndex
            return String(line[start...].dropFirst().dropLast("</text>".count))
        }
    }

    @Test("Long names end within the picture, in every script")
    func longNames() throws {
        let long = String(repeating: "a long name ", count: 20), japanese = String(repeating: "雨の音", count: 60)
        for name in [long, japanese] {
            var plot = TimelinePlot(
                title: name, subtitle: name,
                panels: [
                    .bands(label: name, spans: [.init(start: 0, end: 60, label: name, ink: .black), .init(start: 9, end: 9, label: name)]),
                    .curves(label: name + " (km/h)", curves: [.init(label: name, times: [0, 60], values: [0, 1])]),
                ])
            plot.marks = [.init(time: 0, label: "the first station"), .init(time: 60, label: "the last station")]
            let sheet = CardSheet(
                title: name, summary: "",
                cards: [
                    .init(
                        heading: name, note: name,
                        content: .curve(
                            x: .init(label: name + " (mm)", lower: 0, upper: 1), y: .init(label: name, lower: 0, upper: 1),
                            points: [(0, 0), (1, 1)]), colour: .blue)
                ])
            for svg in [plot.svg, sheet.svg] {
                let texts = words(svg)
                #expect(!texts.contains { $0.count > 100 }, "\(texts.max { $0.count < $1.count } ?? "")")
                #expect(texts.contains { $0.hasSuffix("…") } && !texts.contains(name))
            }
            let texts = words(plot.svg)
            #expect(
                texts.contains { $0.hasSuffix("… (km/h)") } && texts.contains("the first station") && texts.contains("the last station"))
            #expect(words(sheet.svg).contains { $0.hasSuffix("… (mm)") })
            let last = try #require(plot.svg.split(separator: "\n").first { $0.contains(">the last station<") })
            #expect(try #require(number("x", in: last)) + PlotCanvas.estimatedWidth("the last station") / 2 <= 900.01)
        }
        #expect(PlotCanvas.fitted("abc", in: 20.2) == "abc" && PlotCanvas.fitted("abcd", in: 20.2) == "ab…")
    }

    @Test("A legend beside long labels has room for all of its rows")
    func legendRows() throws {
        let spans = (0..<12).map { place in
            TimelinePlot.Span(start: Double(place), end: Double(place + 1), label: "a kind of \(place)", ink: .black)
        }
        let svg = TimelinePlot(title: "Kinds", panels: [.bands(label: "a rather long label of a panel", spans: spans)]).svg
        let panel = try #require(svg.split(separator: "\n").first { $0.contains("class=\"panel\"") })
        let entry = try #require(svg.split(separator: "\n").last { $0.contains(">a kind of") && $0.contains("\"start\"") })
        #expect(try #require(number("y", in: entry)) < (try #require(number("y", in: panel))))
    }

    @Test("A legend lists what several panels have in common once")
    func commonLegend() {
        let curves = [
            TimelinePlot.Curve(label: "true", times: [0, 1], values: [0, 1]), .init(label: "read", times: [0, 1], values: [1, 0]),
        ]
        let svg = TimelinePlot(title: "Twice", panels: ["a", "b"].map { .curves(label: $0, curves: curves) }).svg
        #expect(words(svg).filter { $0 == "true" }.count == 1 && words(svg).filter { $0 == "read" }.count == 1)
    }

    @Test("A description lists a few spans and counts many")
    func spansInWords() {
        func svg(_ count: Int) -> String {
            let spans = (0..<count).map { place in
                TimelinePlot.Span(start: Double(place), end: Double(place) + 1, label: place % 3 == 0 ? "walking" : "train")
            }
            return TimelinePlot(title: "A day", panels: [.bands(label: "Activity", spans: spans)]).svg
        }
        #expect(svg(3).contains("Activity: walking from 0 s, train from 1 s, train from 2 s."))
        #expect(svg(300).contains("Activity: walking 100 times, train 200 times."))
    }

    /// The value of an attribute.
    private func number(_ name: String, in element: Substring) -> Double? {
        element.components(separatedBy: " \(name)=\"").dropFirst().first?.components(separatedBy: "\"").first.flatMap { Double($0) }
    }
}
