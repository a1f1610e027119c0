// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

@Suite(.computing) struct LineBuilderTests {
    private func stations(_ count: Int) -> [LineStation] {
        (0..<count).map { number in
            LineStation(
                id: "\(number)", name: LocalizedName([.init(language: "", text: "S\(number)")]), code: nil,
                stops: [Railway.Position(latitude: 50 + Double(number) * 1e-4, longitude: 10)])
        }
    }

    /// Matching the stations takes longer the more there are: a train with an impossible number of stops is left out and
    /// reported.
    @Test func aTrainOfTooManyStopsIsLeftOut() throws {
        var line = LineSource(id: "L", name: LocalizedName([.init(language: "", text: "L")]), color: "#808080")
        line.sequences = [LineSequence(stations: Array(0..<80_000)), LineSequence(stations: Array(0..<5))]
        var builder = LineBuilder(stations: stations(80_000))
        builder.add(line)
        #expect(builder.railways.map { $0.stations.count } == [5])
        #expect(builder.notes.contains("L: a train with 80000 stops was ignored; the limit is 2000"))
    }
}
