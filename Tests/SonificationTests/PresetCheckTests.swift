// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Sonification

@Suite(.computing) struct PresetCheckTests {
    static let broken: [MarkedPreset] = [
        MarkedPreset("§", message: "the preset is empty"), MarkedPreset("§- a\n", message: "a preset must be a mapping"),
        MarkedPreset("§place: outdoor\n", message: "the format version is missing", fix: "preset: 1"),
        MarkedPreset("preset: §2\nplace: indoor\n", message: "format version 2 is not known"),
        MarkedPreset("§preset: 1\n", message: "place is missing"),
        MarkedPreset("preset: 1\nplace: §outdor\n", message: "place cannot be \"outdor\"", fix: "did you mean outdoor?"),
        .head("§maps: []\n", message: "a preset has no key \"maps\"", fix: "did you mean map?"),
        .head("base:\n  §drops.rat: 3\n", message: "there is no parameter \"drops.rat\"", fix: "did you mean drops.rate?"),
        .head("base:\n  drops.rate: §many\n", message: "drops.rate must be a number, not \"many\""),
        .head(
            "base:\n  drops.bubble.frequency: §1.5 kHz\n", message: "drops.bubble.frequency must be a number",
            fix: "in Hz, without the unit"),
        .head("base:\n  drops.level: §-0,5\n", message: "drops.level must be a number, not \"-0,5\"", fix: "write decimals with a point"),
        .head(
            "base:\n  §drops:\n    rate: 900\n", message: "there is no parameter \"drops\"",
            fix: "write a parameter's whole name, such as drops.rate"),
        .head("base:\n  drops.rate: §.nan\n", message: "drops.rate must be a number, not \".nan\""),
        .head("base:\n  drops.rate: §1e999\n", message: "drops.rate must be a number"),
        .head("base:\n  bed.pink: §0.6\n", message: "0.6 is outside the limits of bed.pink", fix: "stay between 0 and 0.5"),
        .head("base:\n  drops.material: §wod\n", message: "drops.material cannot be \"wod\"", fix: "did you mean wood?"),
        .head(
            "base:\n  drops.rate: §[3]\n", message: "a number is expected here, not a list", fix: "write a single word or number"),
        .head("base: §5\n", message: "base must be a mapping", fix: "write pairs"),
        .head("map:\n  §from: speed\n", message: "map must be a list of mappings"),
        .head("base:\n  drops.rate: 3\n  drops.level: 0\n  §drops.rate: 4\n", message: "duplicate key \"drops.rate\", first in line 4"),
        .head("base:\n  drops.rate: 3\n  §\"drops.rate\": 4\n", message: "duplicate key \"drops.rate\", first in line 4"),
        .map("from: speed, to: drops.rate, §from: climb", message: "duplicate key \"from\""),
        .head("events: []\nmap: []\n§events: []\n", message: "duplicate key \"events\", first in line 3"),
        .map(
            "from: §midi.cc200, to: drops.rate, domain: [0, 127], range: [1, 2]", message: "there is no channel \"midi.cc200\"",
            fix:
                "write midi.cc0 to midi.cc127, midi.note, midi.velocity, midi.bend or midi.pressure; midi.1.cc7 is that of MIDI channel 1 alone"
        ),
        .map(
            "from: §sped, to: drops.rate, domain: [0, 1], range: [1, 2]", message: "there is no channel \"sped\"",
            fix: "did you mean speed?"),
        .map(
            "from: speed, to: §drop.rate, domain: [0, 1], range: [1, 2]", message: "there is no parameter \"drop.rate\"",
            fix: "did you mean drops.rate?"),
        .map("to: drops.rate, domain: [0, 1], range: [1, 2]", at: "§", message: "from is missing here"),
        .map("from: speed, domain: [0, 1], range: [1, 2]", at: "§", message: "to is missing here"),
        .map(
            "from: speed, unit: §kmh, to: drops.rate, domain: [0, 1], range: [1, 2]", message: "there is no unit \"kmh\" for speed",
            fix: "km/h"),
        .map("from: speed, unit: §min, to: drops.rate, domain: [0, 1], range: [1, 2]", message: "the unit min does not apply to speed"),
        .map("from: speed, to: drops.rate, range: [240, 3600]", at: "§", message: "domain is missing here"),
        .map(
            "from: speed, to: drops.rate, domain: [0, 1]", at: "§", message: "range is missing here",
            fix: "add range: [LOW, HIGH], between 0 and 40,000,000 /min"),
        .map("from: speed, to: drops.rate, domain: §[5, 5], range: [1, 2]", message: "the two ends of the domain are equal"),
        .map("from: speed, to: drops.rate, domain: §[p95, p5], range: [1, 2]", message: "these are not two percentiles"),
        .map("from: speed, to: drops.rate, domain: §[0, 1, 2], range: [1, 2]", message: "domain must be two values"),
        .map("from: speed, to: drops.level, domain: [0, 1], range: [-20, §20]", message: "20 is outside the limits of drops.level"),
        .map(
            "from: speed, to: drops.level, domain: [0, 1], range: [-20, §100], combine: add",
            message: "100 is too much to add to drops.level"),
        .map("from: speed, to: drops.level, curve: { table: [[0, 1], [1, §-1]] }, combine: multiply", message: "-1 is not a factor"),
        .map("from: speed, to: drops.rate, domain: [0, 1], range: §[0, 3600], curve: log", message: "a log curve cannot reach 0"),
        .map("from: speed, to: drops.level, domain: [0, 1], range: §[-20, 0], curve: sqrt", message: "a sqrt curve cannot go below 0"),
        .map(
            "from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], curve: §lag", message: "there is no curve \"lag\"",
            fix: "did you mean log?"),
        .map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], curve: §{}", message: "a curve needs a power or a table"),
        .map(
            "from: line, to: drops.material, choose: §{}", message: "choose has no names",
            fix: "write pairs such as NAME: VALUE, or remove it"
        ),
        .map(
            "from: speed, to: drops.rate, domain: §[-1e308, 1e308], range: [1, 2]", message: "the two ends of the domain are too far apart"),
        .map(
            "from: line, to: drops.material, otherwise: hash, §hysteresis: 3", message: "hysteresis cannot be combined with otherwise"),
        .map("from: speed, to: drops.rate, curve: { table: [[0, 1], §[0, 2]] }", message: "the inputs of a table must rise"),
        .map("from: speed, to: drops.rate, curve: { table: §[[0, 1]] }", message: "a table needs at least two points"),
        .map(
            "from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], smooth: { §atack: 1 }", message: "smooth has no key \"atack\"",
            fix: "did you mean attack?"),
        .map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], smooth: §-1", message: "smooth cannot be -1 s"),
        .map(
            "from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], missing: { then: §never }",
            message: "drops.rate must be a number, not \"never\""),
        .map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], combine: §sum", message: "combine cannot be \"sum\""),
        .map("from: speed, to: §drops.voices, domain: [0, 1], range: [16, 32]", message: "drops.voices is fixed at the start"),
        .map("from: speed, to: §drops.material, domain: [0, 1], range: [0, 3]", message: "drops.material is a choice"),
        .map(
            "from: §speed, to: drops.material, choose: { a: wood }", message: "speed is a quantity, and choose needs names or plain numbers"
        ),
        .map("from: csv.gear, to: drops.material, choose: { §1.0: wood }", message: "\"1.0\" is not a plain number", fix: "shortest form"),
        .map("from: line.colour, to: drops.material, choose: { 0: wood, §red: tin }", message: "\"red\" is not a plain number"),
        .map("from: §line, to: drops.rate, domain: [0, 1], range: [1, 2]", message: "line is a name, not a number"),
        .head(
            "map:\n  - { from: speed, to: drops.rate, domain: [0, 9], range: [1, 2] }\n  - { from: climb, to: §drops.rate, domain: [0, 9], range: [1, 2] }\n",
            message: "drops.rate already follows speed (line 4)", fix: "combine"),
        .event(
            "on: §fix lots, play: { voice: wood, notes: [e4] }", message: "there is no event \"fix lots\"", fix: "did you mean fix lost?"),
        .event("on: §speed crosses fast up, play: { voice: wood, notes: [e4] }", message: "the crossing is incomplete"),
        .event("on: §speed crosses 80 m up, play: { voice: wood, notes: [e4] }", message: "the unit m does not apply to speed"),
        .event("on: §every 5 kg, play: { voice: wood, notes: [e4] }", message: "every needs a number and a unit of distance or time"),
        .event(
            "on: §every 2000000 km, play: { voice: wood, notes: [e4] }", message: "every 2,000,000 km is out of range",
            fix: "stay between 1 and 1,000,000,000 m"),
        .event("on: fix lost, play: { voice: §wod, notes: [e4] }", message: "there is no voice \"wod\"", fix: "did you mean wood?"),
        .event("on: fix lost, play: { voice: wood, notes: [e4, §h4] }", message: "\"h4\" is not a note"),
        .event("on: fix lost, play: { voice: wood, notes: §[] }", message: "an event has one to eight notes"),
        .event("on: fix lost, play: { voice: wood, notes: §}", message: "an event has one to eight notes"),
        .event("on: fix lost", at: "§", message: "play is missing here"),
        .event("on: fix lost, play: { voice: wood, notes: [e4] }, duck: §{ release: 1 }", message: "by is missing here"),
        .event("on: fix lost, play: { voice: wood, notes: [e4] }, §hysteresis: 1", message: "hysteresis applies only to crossings"),
        .head("extends: §nowhere\n", message: "there is no preset \"nowhere\""),
        .head("base:\n  drops.rate: 3\n §bed.pink: 1\n", message: "this is not YAML"),
        .head("title: §\"open\n", message: "this is not YAML"),
        .head("base:\n§\tdrops.rate: 3\n", message: "this is not YAML", fix: "indent with spaces"),
        .head("title: &a x\n§*a : 2\n\"open\n", message: "a key must be a plain word"),
        .head("title: &a 'x: [y]: z'\nbase: { §[*a]: 2 }\n", message: "a key must be a plain word"),
        .head("base: §*nothing\n", message: "this is not YAML: found undefined alias"),
        .head("§---\npreset: 1\n", message: "this is not YAML: but found another document"),
    ]

    @Test(arguments: broken)
    func saysWhereWhatAndHow(broken: MarkedPreset) throws {
        let check = Made.check(broken.text)
        #expect(check.preset == nil)
        let finding = try #require(check.diagnostics.first { $0.message.contains(broken.message) }, "\(check.diagnostics)")
        #expect(finding.severity == .error)
        #expect("\(finding.place)" == "b.yaml:" + broken.place)
        #expect(broken.fix.isEmpty || finding.remedy.contains(broken.fix))
        #expect(check.diagnostics.count { $0.severity == .error } <= 2, "\(check.diagnostics)")
    }

    /// A preset whose place is wrong does not lack one.
    @Test func aWrongPlaceIsOneFinding() {
        let check = Made.check("preset: 1\nplace: museum\n")
        #expect(check.diagnostics.map(\.message) == ["place cannot be \"museum\""])
    }

    @Test func showsLineCaretAndFix() throws {
        let check = Made.check(MarkedPreset.head("base:\n  drops.rat: 3\n"))
        #expect(
            check.diagnostics.map(\.description) == [
                """
                b.yaml:4:3: error: there is no parameter "drops.rat"
                      drops.rat: 3
                      ^
                  fix: did you mean drops.rate?
                """
            ])
    }

    @Test func findsSeveralAtOnce() {
        let text = MarkedPreset.head(
            "base:\n  drops.rat: 3\n  bed.pnk: 1\nmap:\n  - { from: sped, to: drops.rate }\nevents:\n  - { on: fix lots, play: { voice: wood, notes: [x] } }\n"
        )
        let check = Made.check(text)
        #expect(check.diagnostics.map(\.place.line) == [4, 5, 7, 9, 9])
    }

    /// Whatever the order in which the parts of a preset are read and checked.
    @Test(arguments: [
        (
            "events:\n  - { on: fix lots, play: { voice: wood, notes: [e4] } }\nmap:\n  - { from: sped, to: drops.rate }\nbase: { bed.pnk: 1 }\n",
            [4, 6, 7]
        ),
        ("base: { drops.rate: 40000000 }\nmap:\n  - { from: line, to: drops.material, otherwise: hash }\n", [3, 5]),
    ])
    func findingsComeInTheOrderOfTheLines(body: String, lines: [Int]) {
        let check = Made.check(MarkedPreset.head(body))
        #expect(check.diagnostics.map(\.place.line) == lines, "\(check.diagnostics)")
    }

    /// After two hundred findings the others are only counted, and no suggestion is sought for them.
    @Test func manyFindingsAreCounted() throws {
        for body in ["", "base:\n"] {
            let keys = (0..<20_000).map { "\(body.isEmpty ? "" : "  ")unknown\($0): 1\n" }.joined()
            let findings = Made.check(MarkedPreset.head(body + keys)).diagnostics
            #expect(findings.count == 201)
            let last = try #require(findings.last)
            #expect(last.message == "19800 more errors follow" && last.severity == .error)
            #expect(last.place.line == (body.isEmpty ? 203 : 204))
        }
    }

    @Test func extendsPutsOneOverTheOther() throws {
        let folder = try Folder()
        try folder.makeFolder("sub")
        try folder.write(
            """
            preset: 1
            title: Parent
            place: indoor
            base: { drops.rate: 100, bed.pink: 0.1 }
            map:
              - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 3600] }
              - { from: speed, to: drops.level, domain: [0, 30], range: [-20, 0] }
            events:
              - { on: fix lost, play: { voice: wood, notes: [e4] } }
              - { on: fix back, play: { voice: wood, notes: [e4] } }
            """, to: "parent.yaml")
        try folder.write(
            """
            preset: 1
            extends: ../parent.yaml
            base: { drops.rate: 200 }
            map:
              - { from: climb, to: drops.rate, domain: [0, 1], range: [240, 3600] }
              - { from: lost, to: drops.level, domain: [0, 1], range: [0, -30], combine: add }
            events:
              - { on: fix lost, play: { voice: bell, notes: [e5] } }
            """, to: "sub/child.yaml")
        let library = PresetLibrary(folders: [])
        let preset = try library.load(folder.path("sub/child.yaml"))
        #expect(preset.name == "child" && preset.place == .indoor)
        #expect(preset.restingParameters[.dropsRate] == 200)
        #expect(preset.restingParameters[.bedPink] == 0.1)
        #expect(preset.mappings.map(\.channel.name) == ["speed", "climb", "lost"])
        #expect(preset.events.map(\.play.voice) == [.wood, .bell])

        try folder.write("preset: 1\nextends: b.yaml\n", to: "a.yaml")
        try folder.write("preset: 1\n# a comment\nextends: ./a.yaml\n", to: "b.yaml")
        #expect { try library.load(folder.path("a.yaml")) } throws: { error in
            guard let finding = (error as? PresetError)?.diagnostics.first else { return false }
            return finding.message.contains("extends is circular") && finding.place.file.hasSuffix("/b.yaml")
                && finding.place.line == 3 && finding.place.column == 10
        }
        try folder.write("preset: 1\nextends: self.yaml\n", to: "self.yaml")
        #expect(PresetCheck(try library.source(folder.path("self.yaml"))).diagnostics.first?.message.contains("circular") == true)
    }

    @Test func filesThatAreNoPresets() throws {
        let folder = try Folder()
        try Data("preset: 1\ntitle: \u{e9}".utf8 + [0xff, 0xfe]).write(to: folder.file("latin.yaml"))
        try Data(count: 2_000_000).write(to: folder.file("big.yaml"))
        func said(_ path: String) -> String {
            do { _ = try PresetLibrary(folders: []).load(path) } catch { return error.description }
            return ""
        }
        #expect(said(folder.path("latin.yaml")).contains("latin.yaml:2:9: error: this is not UTF-8 text"))
        #expect(said(folder.path("big.yaml")).contains("longer than 1 MB"))
        #expect(said("/dev/zero.yaml").hasPrefix("/dev/zero.yaml: error: there is no such file"))
        #expect(said("/dev/zero").contains("longer than 1 MB"))
        #expect(said(folder.url.path).contains("cannot be read"))
        #expect(said("comuter").contains("did you mean commuter?"))
        // What does not exist has no first line.
        #expect(said("comuter").hasPrefix("comuter: error: there is no preset"))
        try Data("preset: 1\nplace: indoor\n".utf8).write(to: folder.file("mine.yaml"))
        try Data("preset: 1\nextends: mine\n".utf8).write(to: folder.file("child.yaml"))
        #expect(said(folder.path("child.yaml")).contains("did you mean mine.yaml?"))
    }

    @Test func yamlAsPeopleWriteIt() throws {
        let preset = try Made.preset(
            """
            base: &rest
              "drops.rate": 1_200   # a comment
              'bed.pink': "0.02"
            map:
            - from: speed
              to: drops.rate
              domain: [0, 30]
              range:
                - 240
                - 3600
              smooth: &slow {attack: 1, release: 2}
            - {from: climb, to: drops.brightness, domain: [-1, 1], range: [-1, 1], smooth: *slow}

            """.replacingOccurrences(of: "\n", with: "\r\n"))
        #expect(preset.restingParameters[.dropsRate] == 1200)
        #expect(preset.mappings[1].smooth == Mapping.Smoothing(attack: 1, release: 2))
    }

    /// A star in a text is no alias, and a bracket, a colon or a question mark beside it makes no key.
    @Test(arguments: ["\"The rate is 2 *speed: faster is denser.\"", "'*a*: [b]: c'", "|\n  *Speed*: ? denser [rain]: yes."])
    func starsAreWrittenInTexts(text: String) throws {
        #expect(try Made.preset("describe: \(text)\n").describe.contains("*"))
    }
}
