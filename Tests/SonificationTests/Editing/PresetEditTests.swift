// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TestTraits
import Testing

/// Single changes of a preset's text, each beside the version that a user would edit by hand.
@Suite(.computing) struct PresetEditTests {
    static func document(_ text: String) throws -> PresetDocument {
        try PresetDocument(PresetSource(name: "test", file: "test.yaml", text: text), library: PresetLibrary(folders: []))
    }

    /// `before` and `after` follow a header; a change is `name = value`, or `name` for a removal.
    static func expect(
        _ changes: [String], _ before: String, _ after: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let head = "preset: 1\ntitle: Test\nplace: abstract\n"
        var document = try document(head + before)
        try document.apply(
            changes.map { change in
                let parts = change.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                let path = try #require(PresetPath(parts[0]))
                return PresetEdit(path, parts.count > 1 ? .set(parts[1]) : .remove)
            })
        #expect(document.text == head + after, sourceLocation: location)
    }

    static let map = "map:\n  - { from: speed, to: drops.level, domain: [0, 50], range: [-30, 0] }\n"

    @Test func onlyTheValueChanges() throws {
        try Self.expect(
            ["drops.rate = 1200"], "base:\n  drops.rate:   480   # per minute\n", "base:\n  drops.rate:   1200   # per minute\n")
        try Self.expect(["drops.rate = 1200"], "base: { drops.rate: 480, bed.pink: 0 }", "base: { drops.rate: 1200, bed.pink: 0 }")
        try Self.expect(["drops.rate = 1200.0"], "base:\n  \"drops.rate\":\t'480'\t# x\r\n", "base:\n  \"drops.rate\":\t'1200'\t# x\r\n")
        try Self.expect(["drops.material = glass"], "base:\n  drops.material: \"wood\"\n", "base:\n  drops.material: \"glass\"\n")
        try Self.expect(["drops.rate = 0.00001"], "base:\n  drops.rate: 480", "base:\n  drops.rate: 0.00001")
        try Self.expect(["drops.rate=4e7"], "base:\n  drops.rate: 480\n...\n", "base:\n  drops.rate: 40000000\n...\n")
        try Self.expect(["base.drops.level=-6"], "# 雨\nbase:\n  drops.level: -3 # 音\n", "# 雨\nbase:\n  drops.level: -6 # 音\n")
    }

    /// A value that is already set keeps its notation.
    @Test func equalValuesChangeNothing() throws {
        let text = "base: { drops.rate: 4_80.0, drops.level: -3e0 }\n"
        try Self.expect(["drops.rate=480", "drops.level=-3"], text, text)
    }

    @Test func mappingsAndEventsChangeInPlace() throws {
        try Self.expect(
            ["map.0.range.1=-6", "map.0.domain=[10, 50]"], Self.map,
            Self.map.replacing("[0, 50]", with: "[10, 50]").replacing(", 0]", with: ", -6]"))
        let lines = """
            map:
              # first
              - from: speed     # a
                to: drops.level # b
                domain:
                  - 0   # low
                  - 50  # high
                range: [ -30,   # low
                         0 ]    # high
                smooth: { attack: 1, release: 2 }
                missing: {hold: 3, then: base}
                say: 'It''s louder.'
            events:
            - on: "every 2 s"
              play: { voice: wood, notes: [a4, e5], gap: 0.1, level: -12 }
              cooldown: 3
            """
        try Self.expect(
            [
                "map.0.domain=[5,60]", "map.0.range.0=-20", "map.0.smooth.release=0.5", "map.0.missing.hold=8", "map.0.say=Isn't it?",
                "events.every 2 s.play.level=-6.5", "events.0.cooldown=10", "events.0.play.notes.1=c#5", "events.0.play.voice=bell",
            ], lines,
            lines.replacing("- 0   #", with: "- 5   #").replacing("- 50  #", with: "- 60  #").replacing("-30,", with: "-20,")
                .replacing("release: 2", with: "release: 0.5").replacing("hold: 3", with: "hold: 8").replacing(
                    "It''s louder.", with: "Isn''t it?"
                )
                .replacing("-12", with: "-6.5").replacing("cooldown: 3", with: "cooldown: 10").replacing("e5", with: "c#5")
                .replacing("wood", with: "bell"))
        try Self.expect(
            ["map.0.curve={ power: 2 }"], Self.map, Self.map.replacing("-30, 0] }", with: "-30, 0], curve: { power: 2 } }"))
        let log = Self.map.replacing("-30, 0] }", with: "-30, 0], curve: linear }")
        try Self.expect(["map.0.curve.power=3"], log, log.replacing("linear", with: "{ power: 3 }"))
    }

    /// Also before a mark that combines with the quote.
    @Test func quotesInQuotesAreDoubled() throws {
        try Self.expect(["describe=It's '\u{301}."], "describe: 'It rains.'\n", "describe: 'It''s ''\u{301}.'\n")
    }

    /// Dots in the name of an event begin no key.
    @Test(arguments: [
        "csv.heart crosses 150 up", "distance.to.x crosses 0.5 up", "every 0.5 km", "entered St. Pancras", "entered Park.South", "departed",
    ])
    func eventsAreNamedInPaths(name: String) throws {
        let path = try #require(PresetPath("events.\(name).play.level"))
        #expect(path.steps == [.key("events"), .key(name), .key("play"), .key("level")])
        #expect(PresetPath(path.description) == path)
        #expect(PresetPath("events.\(name).cooldown")?.steps == [.key("events"), .key(name), .key("cooldown")])
        guard name.hasPrefix("csv.") || name.hasPrefix("every") else { return }
        let event = "events:\n  - { on: \(name), play: { voice: wood, notes: [e4], level: -12 } }\n"
        try Self.expect(["events.\(name).play.level=-6"], event, event.replacing("-12", with: "-6"))
    }

    /// Also one at its end.
    @Test func dotsAreOfAChoicesName() {
        #expect(PresetPath("map.0.choose.St. Pancras Co.")?.steps.last == .key("St. Pancras Co."))
        #expect(PresetPath("map.0.choose.") == nil && PresetPath("map.0.") == nil)
    }

    /// A misspelt key is no part of the event's name.
    @Test func misspeltKeysOfEventsStayKeys() {
        #expect(PresetPath("events.csv.heart crosses 150 up.plai.level")?.steps[1...2] == [.key("csv.heart crosses 150 up"), .key("plai")])
        #expect(PresetPath("events..play.level") == nil)
    }

    @Test func keysAreAddedWhereAPersonWouldWriteThem() throws {
        // In the order of the table, with the file's indentation, and not above another key's comment.
        try Self.expect(
            ["bed.pink=0.01"], "base:\n    drops.rate: 480\n    # the rest\n    tone.level: -90\n",
            "base:\n    drops.rate: 480\n    bed.pink: 0.01\n    # the rest\n    tone.level: -90\n")
        try Self.expect(
            ["drops.rate=300"], "base:\n  # rumble\n  bed.brown: 0.1\n", "base:\n  drops.rate: 300\n  # rumble\n  bed.brown: 0.1\n")
        try Self.expect(["drops.rate=300"], "base: {bed.brown: 0.1}\n", "base: {drops.rate: 300, bed.brown: 0.1}\n")
        try Self.expect(["master.level=-3"], "base:\r\n  drops.rate: 4", "base:\r\n  drops.rate: 4\r\n  master.level: -3")
        try Self.expect(["drops.rate=300"], Self.map, "base:\n  drops.rate: 300\n" + Self.map)
        try Self.expect(["drops.rate=300"], "# end\n", "base:\n  drops.rate: 300\n# end\n")
        let event = "events:\n  - on: fix lost  # x\n    play:\n      voice: bell\n      notes: [e4]\n    say: Lost.\n"
        try Self.expect(
            ["events.0.play.level=-9", "events.0.duck.by=6"], event,
            event.replacing("[e4]\n", with: "[e4]\n      level: -9\n    duck: { by: 6 }\n"))
        try Self.expect(["map.0.smooth.attack=1"], Self.map, Self.map.replacing("0] }", with: "0], smooth: { attack: 1 } }"))
        let short = Self.map.replacing("0] }", with: "0], smooth: 0.5 }")
        try Self.expect(["map.0.smooth.release=2"], short, short.replacing("0.5", with: "{ attack: 0.5, release: 2 }"))
    }

    @Test func keysAreTakenAwayWithTheirLine() throws {
        try Self.expect(
            ["bed.pink"], "base:\n  drops.rate: 480\n  bed.pink: 0.01 # pink\n  # brown\n  bed.brown: 0.1\n",
            "base:\n  drops.rate: 480\n  # brown\n  bed.brown: 0.1\n")
        try Self.expect(["drops.rate"], "base: { drops.rate: 4, bed.pink: 0 }", "base: { bed.pink: 0 }")
        try Self.expect(["bed.pink"], "base: { drops.rate: 4, bed.pink: 0 }", "base: { drops.rate: 4 }")
        try Self.expect(["bed.pink"], "base:\n  bed.pink: 0\n# end\n", "# end\n")
        try Self.expect(
            ["map.0.unit"], "map:\n  - unit: km/h\n    from: speed\n    to: drops.level\n    domain: [0, 9]\n    range: [-30, 0]\n",
            "map:\n  - from: speed\n    to: drops.level\n    domain: [0, 9]\n    range: [-30, 0]\n")
    }

    /// The one is not in the file, the other is, but its list would not be valid without it.
    @Test(arguments: [("drops.level", "it is inherited"), ("map.0.range.1", "an item of a list")])
    func whatCannotBeTakenAwayIsSaid(path: String, message: String) throws {
        var document = try Self.document("preset: 1\ntitle: Test\nplace: abstract\nbase: { drops.rate: 480 }\n" + Self.map)
        let error = #expect(throws: PresetEditError.self) {
            try document.apply([PresetEdit(try #require(PresetPath(path)), .remove)])
        }
        #expect(error?.message.contains(message) == true, "\(error?.description ?? "")")
    }

    /// A change in one place affects that place only.
    @Test func aliasesKeepTheirOtherPlaces() throws {
        let text = """
            base: { drops.rate: &rate 480 , bed.pink: &pink 0.01, bed.brown: *pink }
            map:
              - { from: speed, to: drops.level, domain: &all [0, 50], range: [-30, 0], smooth: &slow {attack: 1, release: 2} }
              - { from: speed, to: drops.rate, domain: *all, range: [1, 900], smooth: *slow } # x

            """
        // An anchor without an alias.
        try Self.expect(["drops.rate=7"], text, text.replacing("&rate 480 ,", with: "&rate 7 ,"))
        try Self.expect(["bed.brown=0.2"], text, text.replacing("*pink", with: "0.2"))
        try Self.expect(["map.1.smooth.attack=3"], text, text.replacing("*slow", with: "{ attack: 3, release: 2 }"))
        try Self.expect(["map.1.domain.0=5"], text, text.replacing("*all", with: "[5, 50]"))
        try Self.expect(["map.1.domain=[1, 2]"], text, text.replacing("*all", with: "[1, 2]"))
        let head = "preset: 1\ntitle: Test\nplace: abstract\n"
        var document = try Self.document(head + text)
        for path in ["bed.pink", "map.0.smooth.attack", "map.0.domain.1", "map.0.domain"] {
            let error = #expect(throws: PresetEditError.self) {
                try document.apply([PresetEdit(try #require(PresetPath(path)), .set(path == "map.0.domain" ? "[3, 4]" : "0.4"))])
            }
            #expect(error?.kind == .notEditable)
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(document.text == head + text)
    }

    @Test func blocksOfTextKeepTheirStyle() throws {
        try Self.expect(
            ["describe=Not much."], "describe: >-\n  Words that go\n  over lines.\n\nbase: { drops.rate: 4 }\n",
            "describe: >-\n  Not much.\n\nbase: { drops.rate: 4 }\n")
        try Self.expect(["describe=a: b # c"], "describe: Words\n  in two lines\n", "describe: \"a: b # c\"\n")
    }

    @Test(arguments: [
        ("drops.rate", "50000000", "outside the limits"), ("drops.rate", "much", "must be a number"),
        ("drops.material", "gold", "cannot be"),
        ("drops.rte", "4", "no value of that name"), ("base.drops.rte", "4", "no parameter"), ("map.7.range.0", "4", "no such path"),
        ("map.0.range.2", "4", "no such path"), ("map.0.range", "[1, 2, 3]", "two values"), ("map.0.curve", "log", "log curve"),
        ("map.0.smooth.attack", "-1", "cannot be"), ("events.arrived.play.level", "-3", "no event"), ("map.0.colour", "1", "no key"),
        ("map.0.range", "[1, *x]", "neither a list"), ("drops.rate", "", "must be a number"),
        ("drops.rate", "4\n  bed.pink: 1", "must be a number"),
    ])
    func whatDoesNotGoIsRefusedWithAReason(path: String, value: String, message: String) throws {
        let text = "preset: 1\ntitle: Test\nplace: abstract\nbase: { drops.rate: 480 }\n" + Self.map
        var document = try Self.document(text)
        let error = #expect(throws: PresetEditError.self) {
            try document.apply([
                PresetEdit(PresetPath(base: "drops.level"), .set("-4")), PresetEdit(try #require(PresetPath(path)), .set(value)),
            ])
        }
        #expect(error?.message.contains(message) == true, "\(error?.description ?? "")")
        #expect(document.text == text)
    }
}
