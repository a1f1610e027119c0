// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TestTraits
import Testing

/// Whole mappings and events that come and go, each beside the version that a user would edit by hand.
@Suite(.computing) struct ItemEditTests {
    private static let head = "preset: 1\ntitle: Test\nplace: abstract\n"
    private static let wood: [PresetEdit.Field] = [.init("on", "fix lost"), .init("play", "{ voice: wood, notes: [e4] }")]

    private func expect(_ edits: [PresetEdit], _ before: String, _ after: String, location: SourceLocation = #_sourceLocation) throws {
        var document = try PresetEditTests.document(Self.head + before)
        try document.apply(edits)
        #expect(document.text == Self.head + after, sourceLocation: location)
    }

    private func add(_ fields: [PresetEdit.Field], to list: String) throws -> PresetEdit {
        PresetEdit(try #require(PresetPath(list)), .append(fields))
    }

    private func remove(_ path: String) throws -> PresetEdit { PresetEdit(try #require(PresetPath(path)), .removeItem) }

    @Test func anItemIsAddedInTheStyleOfTheLast() throws {
        let flow = "events:\n- { on: fix back, play: { voice: bell, notes: [e4] } }   # back\n# the end\n"
        try expect(
            [add(Self.wood, to: "events")], flow,
            flow.replacing("# back\n", with: "# back\n- { on: fix lost, play: { voice: wood, notes: [e4] } }\n"))
        let block = "events:\r\n  - on: fix back\r\n    play: { voice: bell, notes: [e4] }"
        try expect([add(Self.wood, to: "events")], block, block + "\r\n  - on: fix lost\r\n    play: { voice: wood, notes: [e4] }")
        let inside = "events: [{ on: fix back, play: { voice: bell, notes: [e4] } }]\n"
        try expect(
            [add(Self.wood, to: "events")], inside,
            inside.replacing("}]", with: "}, { on: fix lost, play: { voice: wood, notes: [e4] } }]"))
        try expect(
            [add(Self.wood, to: "events")], "events: []\n", "events: [{ on: fix lost, play: { voice: wood, notes: [e4] } }]\n")
        let commented = "events: # none now\n#  - on: fix back\nbase: { drops.rate: 480 }\n"
        try expect(
            [add(Self.wood, to: "events")], commented,
            commented.replacing("now\n", with: "now\n  - on: fix lost\n    play: { voice: wood, notes: [e4] }\n"))
        try expect([add(Self.wood, to: "events"), remove("events.0")], "events:", "")
    }

    @Test func theFirstItemGetsASection() throws {
        let mapping: [PresetEdit.Field] = [
            .init("from", "speed"), .init("to", "drops.level"), .init("domain", "[0, 50]"), .init("range", "[-30, 0]"),
            .init("say", "Louder: faster"),
        ]
        try expect(
            [add(mapping, to: "map")], "base:\n  drops.rate: 480 # per minute\nevents: []\n",
            """
            base:
              drops.rate: 480 # per minute
            map:
              - from: speed
                to: drops.level
                domain: [0, 50]
                range: [-30, 0]
                say: "Louder: faster"
            events: []

            """)
    }

    @Test func anItemGoesWithItsLines() throws {
        let text = """
            map:
              # the first
              - from: speed
                to: drops.level # inside
                domain: [0, 50]
                range: [-30, 0]

              # the second
              - { from: turn, to: drops.brightness, domain: [0, 20], range: [-1, 1] } # bright
              - from: lost
                to: bed.pink
                domain: [0, 1]
                range: [0, 0.1]
            # after
            """
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        func without(_ range: Range<Int>) -> String { (lines[..<range.lowerBound] + lines[range.upperBound...]).joined(separator: "\n") }
        try expect([remove("map.0")], text, without(2..<6))
        try expect([remove("map.1")], text, without(8..<9))
        try expect([remove("map.2")], text, without(9..<13))
        try expect([remove("map.0"), remove("map.0"), remove("map.0")], text, "  # the first\n\n  # the second\n# after")
        let inside =
            "events: [{ on: fix back, play: { voice: bell, notes: [e4] } }, { on: fix lost, play: { voice: bell, notes: [e4] } }]\n"
        try expect([remove("events.1")], inside, "events: [{ on: fix back, play: { voice: bell, notes: [e4] } }]\n")
        try expect([remove("events.0")], inside, "events: [{ on: fix lost, play: { voice: bell, notes: [e4] } }]\n")
    }

    @Test func whatIsNotThereOrNotValidIsRefused() throws {
        var document = try PresetEditTests.document(Self.head + PresetEditTests.map)
        let before = document.text
        for edit in [
            try remove("map.1"), try remove("events.0"), try remove("map"), try add(Self.wood, to: "map"), try add(Self.wood, to: "base"),
            try add([.init("on", "fix lost")], to: "events"),
        ] {
            #expect(throws: PresetEditError.self) { try document.apply([edit]) }
            #expect(document.text == before)
        }
        let anchored = "events:\n  - { on: fix back, play: &sound { voice: bell, notes: [e4] } }\n  - { on: fix lost, play: *sound }\n"
        var shared = try PresetEditTests.document(Self.head + anchored)
        #expect(throws: PresetEditError.self) { try shared.apply([try self.remove("events.0")]) }
        try shared.apply([remove("events.1")])
        #expect(!shared.text.contains("*sound"))
    }

    /// A mapping that came and one that went here are merged with what another program changed elsewhere.
    @Test func itemsThatCameAndWentAreMerged() throws {
        let text = Self.head + PresetEditTests.map + "  - { from: turn, to: drops.brightness, domain: [0, 20], range: [-1, 1] } # x\n"
        let origin = try PresetEditTests.document(text)
        var added = origin, removed = origin
        try added.apply([
            add(Self.wood, to: "events"),
            add([.init("from", "lost"), .init("to", "bed.pink"), .init("domain", "[0, 1]"), .init("range", "[0, 0.1]")], to: "map"),
        ])
        try removed.apply([remove("map.0")])
        let theirs = text.replacing("[-1, 1]", with: "[-2, 2]")
        let merged = try added.merged(with: theirs, since: origin).merged
        #expect(merged.text == added.text.replacing("[-1, 1]", with: "[-2, 2]"))
        #expect(try removed.merged(with: theirs, since: origin).merged.text == removed.text.replacing("[-1, 1]", with: "[-2, 2]"))
        #expect(throws: PresetEditError.self) { try removed.merged(with: text.replacing("[-30, 0]", with: "[-20, 0]"), since: origin) }
    }

    private static let three =
        PresetEditTests.map + """
              - { from: turn, to: drops.brightness, domain: [0, 20], range: [-1, 1] }
              - { from: climb, to: drops.pan, domain: [-1, 1], range: [-1, 1] }

            """

    /// Removals hit the right mappings, although another program has moved them.
    @Test func removalsFollowMovedItems() throws {
        let origin = try PresetEditTests.document(Self.head + Self.three)
        var ours = origin
        try ours.apply([remove("map.1"), remove("map.0")])
        let lines = Self.three.split(separator: "\n").map { $0 + "\n" }
        let theirs = Self.head + lines[0] + lines[2] + lines[1] + lines[3]
        let merged = try ours.merged(with: theirs, since: origin).merged
        #expect(merged.text == Self.head + lines[0] + lines[3])
    }

    /// A change survives beside the removal of an earlier mapping, also where the mapping behind it has the old value.
    @Test func aChangeBehindARemovedItemIsMerged() throws {
        let text = Self.head + Self.three
        let origin = try PresetEditTests.document(text)
        var ours = origin
        try ours.apply([remove("map.0"), PresetEdit(try #require(PresetPath("map.0.range.0")), .set("-0.5"))])
        let merged = try ours.merged(with: text.replacing("title: Test", with: "title: Other"), since: origin).merged
        #expect(merged.text == ours.text.replacing("title: Test", with: "title: Other"))
        #expect(merged.text.contains("range: [-0.5, 1]"))
    }
}
