// SPDX-License-Identifier: MIT
import Testing
import Tuning

@testable import Studio

/// The text of a message to a page.
@Suite struct PageMessageTests {
    private struct Described: Encodable {
        enum Kind: String, Encodable { case dry, wet }
        var b = "x/é", a: Int? = nil, kind = Kind.wet, list: [Double?] = [1, nil, .infinity], names = ["z": 1, "a": 2],
            nested: [[Float]] = [[0.1], []], small: UInt8 = 7
    }

    @Test func itsMembersAreSortedAndAnOddNumberDoesNotLoseIt() {
        let text = String(decoding: Envelope(type: "test", content: Described()).bytes, as: UTF8.self)
        #expect(
            text == #"{"b":"x/é","kind":"wet","list":[1,null,""],"names":{"a":2,"z":1},"nested":[[0.1],[]],"small":7,"#
                + #""type":"test","v":\#(PageRequest.version)}"#)
    }

    @Test func aTrackIsInItsMessageAndOnlyIfThereIsOne() {
        let ride = StudioRide(words: "A ride.", track: [[35.5, 139], nil], railways: [], stations: [])
        func text(_ message: RideMessage) -> String { String(decoding: Envelope(type: "ride", content: message).bytes, as: UTF8.self) }
        let ends = #""type":"ride","v":\#(PageRequest.version)}"#
        #expect(
            text(RideMessage(title: "a.gpx", ride: ride))
                == #"{"railways":[],"stations":[],"title":"a.gpx","track":[[35.5,139],null],"# + ends.dropLast()
                + #","words":"A ride."}"#)
        #expect(text(RideMessage(title: nil, ride: nil)) == "{" + ends)
    }

    /// A falling domain keeps its order in the points; its curve runs from left to right all the same.
    @Test func aCurveRunsFromLeftToRight() throws {
        let desk = try TuningDesk("noise")
        for (domain, points) in [("[0, 120]", [[0, -2.5], [120, 7.5]]), ("[120, 0]", [[120, -2.5], [0, 7.5]])] {
            try desk.set("map.0.domain", to: domain)
            let snapshot = desk.snapshot
            let mapping = try #require(PresetMessage(snapshot, played: snapshot.preset).mappings.first)
            let trace = try #require(mapping.trace)
            #expect(mapping.points == points)
            #expect(trace.first == points.min { $0[0] < $1[0] } && trace.last == points.max { $0[0] < $1[0] })
            #expect(zip(trace, trace.dropFirst()).allSatisfy { $0[0] < $1[0] })
        }
    }

    @Test func changesOfEachVersionAreTold() throws {
        let desk = try TuningDesk("noise")
        try desk.set("bed.pink", to: "0.02")
        var changes: [[Bool]] = []
        for _ in 0..<2 {
            let snapshot = desk.snapshot
            let message = PresetMessage(snapshot, played: snapshot.preset)
            changes.append([message.isChanged, message.isOtherSideChanged])
            desk.swapSides()
        }
        #expect(changes == [[true, false], [false, true]])
    }
}
