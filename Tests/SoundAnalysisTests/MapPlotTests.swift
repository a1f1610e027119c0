// SPDX-License-Identifier: MIT
import Foundation
import FoundationXML
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Map plots and bands", .computing) struct MapPlotTests {
    /// The points of the last path of a style.
    private func path(_ svg: String, style: String) -> [(x: Double, y: Double)] {
        guard let data = svg.components(separatedBy: "<path class=\"\(style)\" d=\"M").last?.components(separatedBy: "\"").first else {
            return []
        }
        return data.split(separator: "L").compactMap { pair in
            let numbers = pair.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
    }

    /// A square of a kilometre at 60 degrees north is a square in the picture, north is up, and the scale bar has the right
    /// length.
    @Test func scalesAreEqualAndNorthIsUp() throws {
        let north = 1000 / 111_195.0, east = north / cos(60 * Double.pi / 180)
        let corners = [(0.0, 0.0), (north, 0), (north, east), (0, east)].map { MapPlot.Point(latitude: 60 + $0.0, longitude: 10 + $0.1) }
        let plot = MapPlot(
            title: "A <square>", summary: "Four corners", ways: [.init(label: "way", points: corners, style: .recorded)],
            places: [.init(label: "corner", point: corners[1])])
        let points = path(plot.svg, style: "line s-violet dash")
        try #require(points.count == 4)
        let height = points[0].y - points[1].y, width = points[2].x - points[1].x
        #expect(height > 100 && abs(height / width - 1) < 0.002)
        #expect(plot.svg.contains(">200 m<"))
        let bar = plot.svg.components(separatedBy: "<path class=\"line s-grey\" d=\"M26 ").dropFirst().first?.components(separatedBy: "L")
            .dropFirst().first
        let end = bar?.split(separator: " ").first.flatMap { Double($0) } ?? 0
        #expect(abs(end - 26 - height / 5) < 0.5)
        let document = XMLDocumentCheck(plot.svg)
        #expect(document.isWellFormed && plot.svg.contains("A &lt;square&gt;"))
    }

    /// A walk of a hundred metres begins and ends in two places; a day's round of which a hundred metres are missing, in one.
    @Test func theEndsAreOneWhereTheyMeetInThePicture() {
        func svg(_ norths: [Double]) -> String {
            let points = norths.map { MapPlot.Point(latitude: 46 + $0 / 111_195, longitude: 15) }
            return MapPlot(title: "A way", summary: "", ways: [.init(label: "", points: points, style: .recorded)], places: []).svg
        }
        let walk = svg([0, 50, 100]), round = svg([0, 50_000, 100])
        #expect(walk.contains(">start<") && walk.contains(">end<") && !walk.contains(">start and end<"))
        #expect(round.contains(">start and end<") && !round.contains(">end<"))
    }

    @Test func theAntimeridianIsNoBorder() {
        let ways = [179.99, 180, -179.99].map { MapPlot.Point(latitude: -17, longitude: $0) }
        let svg = MapPlot(title: "Fiji", summary: "A way", ways: [.init(label: "", points: ways, style: .recorded)], places: []).svg
        let points = path(svg, style: "line s-violet dash")
        #expect(points.count == 3 && points[0].x < points[1].x && points[1].x < points[2].x)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test func bandsCarryTheirWordsWhereTheyFit() {
        let spans: [TimelinePlot.Span] = [
            .init(start: 0, end: 50, label: "Long Line", ink: PlotInk("#80C342")),
            .init(start: 50, end: 50.2, label: "Short Line", ink: PlotInk("#00f")),
            .init(start: 60, end: 60, label: "arrived"), .init(start: 90, end: 120, label: "Third Line"),
        ]
        let svg = TimelinePlot(title: "Bands", panels: [.bands(label: "Line", spans: spans)]).svg
        #expect(svg.contains(">Long Line<") && svg.contains("fill:#80c342") && svg.contains(">arrived<"))
        #expect(!svg.contains(">Short Line<") && svg.contains("Short Line from 50 s"), "what finds no room stands in the description")
        #expect(PlotInk("#00f") == nil && PlotInk("zzzzzz") == nil && PlotInk("80C342") == PlotInk("#80c342"))
    }
}

/// An independent XML reader.
private final class XMLDocumentCheck: NSObject {
    let isWellFormed: Bool
    init(_ text: String) { isWellFormed = XMLParser(data: Data(text.utf8)).parse() }
}
