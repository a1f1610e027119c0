import Foundation
import Sonification
import Testing

struct PresetCheckTests {
    /// A broken preset: the text, and where what must be said with which fix.
    struct Broken: Sendable, CustomTestStringConvertible {
        var text: String
        var place: String
        var message: String
        var fix = ""
        var severity = PresetDiagnostic.Severity.error
        var testDescription: String { message }
    }

    private static func head(_ rest: String) -> String { "preset: 1\nplace: outdoor\n" + rest }
    private static func map(_ fields: String) -> String { head("map:\n  - { \(fields) }\n") }
    private static func event(_ fields: String) -> String { head("events:\n  - { \(fields) }\n") }

    static let broken: [Broken] = [
        Broken(text: "", place: "1:1", message: "the preset is empty"),
        Broken(text: "- a\n", place: "1:1", message: "a preset must be a mapping"),
        Broken(text: "place: outdoor\n", place: "1:1", message: "the format version is missing", fix: "preset: 1"),
        Broken(text: "preset: 2\nplace: indoor\n", place: "1:9", message: "format version 2 is not known"),
        Broken(text: "preset: 1\n", place: "1:1", message: "place is missing"),
        Broken(text: "preset: 1\nplace: outdor\n", place: "2:8", message: "place cannot be \"outdor\"", fix: "did you mean outdoor?"),
        Broken(text: head("maps: []\n"), place: "3:1", message: "a preset has no key \"maps\"", fix: "did you mean map?"),
        Broken(text: head("base:\n  drops.rat: 3\n"), place: "4:3", message: "there is no parameter \"drops.rat\"", fix: "did you mean drops.rate?"),
        Broken(text: head("base:\n  drops.rate: many\n"), place: "4:15", message: "drops.rate must be a number, not \"many\""),
        Broken(text: head("base:\n  drops.rate: .nan\n"), place: "4:15", message: "drops.rate must be a number, not \".nan\""),
        Broken(text: head("base:\n  drops.rate: 1e999\n"), place: "4:15", message: "drops.rate must be a number"),
        Broken(text: head("base:\n  bed.pink: 0.6\n"), place: "4:13", message: "0.6 is outside the limits of bed.pink", fix: "stay between 0 and 0.5"),
        Broken(text: head("base:\n  drops.material: wod\n"), place: "4:19", message: "drops.material cannot be \"wod\"", fix: "did you mean wood?"),
        Broken(text: head("base:\n  drops.rate: [3]\n"), place: "4:15", message: "a number is expected here, not a list"),
        Broken(text: head("base: 5\n"), place: "3:7", message: "base must be a mapping"),
        Broken(text: head("map:\n  from: speed\n"), place: "4:3", message: "map must be a list of mappings"),
        Broken(text: head("base:\n  drops.rate: 3\n  drops.level: 0\n  drops.rate: 4\n"), place: "6:3", message: "\"drops.rate\" stands here a second time, first in line 4"),
        Broken(text: head("base:\n  drops.rate: 3\n  \"drops.rate\": 4\n"), place: "5:3", message: "\"drops.rate\" stands here a second time, first in line 4"),
        Broken(text: map("from: speed, to: drops.rate, from: climb"), place: "4:34", message: "\"from\" stands here a second time"),
        Broken(text: head("events: []\nmap: []\nevents: []\n"), place: "5:1", message: "\"events\" stands here a second time, first in line 3"),
        Broken(text: map("from: sped, to: drops.rate, domain: [0, 1], range: [1, 2]"), place: "4:11", message: "there is no channel \"sped\"", fix: "did you mean speed?"),
        Broken(text: map("from: speed, to: drop.rate, domain: [0, 1], range: [1, 2]"), place: "4:22", message: "there is no parameter \"drop.rate\"", fix: "did you mean drops.rate?"),
        Broken(text: map("to: drops.rate, domain: [0, 1], range: [1, 2]"), place: "4:5", message: "from is missing here"),
        Broken(text: map("from: speed, domain: [0, 1], range: [1, 2]"), place: "4:5", message: "to is missing here"),
        Broken(text: map("from: speed, unit: kmh, to: drops.rate, domain: [0, 1], range: [1, 2]"), place: "4:24", message: "there is no unit \"kmh\" for speed", fix: "km/h"),
        Broken(text: map("from: speed, unit: min, to: drops.rate, domain: [0, 1], range: [1, 2]"), place: "4:24", message: "speed is not measured in min"),
        Broken(text: map("from: speed, to: drops.rate, range: [240, 3600]"), place: "4:5", message: "domain is missing here"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1]"), place: "4:5", message: "range is missing here"),
        Broken(text: map("from: speed, to: drops.rate, domain: [5, 5], range: [1, 2]"), place: "4:42", message: "the domain has no width"),
        Broken(text: map("from: speed, to: drops.rate, domain: [p95, p5], range: [1, 2]"), place: "4:42", message: "these are not two percentiles"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1, 2], range: [1, 2]"), place: "4:42", message: "domain must be two values"),
        Broken(text: map("from: speed, to: drops.level, domain: [0, 1], range: [-20, 20]"), place: "4:64", message: "20 is outside the limits of drops.level"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1], range: [0, 3600], curve: log"), place: "4:57", message: "a log curve cannot reach 0"),
        Broken(text: map("from: speed, to: drops.level, domain: [0, 1], range: [-20, 0], curve: sqrt"), place: "4:58", message: "a sqrt curve cannot go below 0"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], curve: lag"), place: "4:72", message: "there is no curve \"lag\"", fix: "did you mean log?"),
        Broken(text: map("from: speed, to: drops.rate, curve: { table: [[0, 1], [0, 2]] }"), place: "4:59", message: "the inputs of a table must rise"),
        Broken(text: map("from: speed, to: drops.rate, curve: { table: [[0, 1]] }"), place: "4:50", message: "a table needs at least two points"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], smooth: { atack: 1 }"), place: "4:75", message: "smooth has no key \"atack\"", fix: "did you mean attack?"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], smooth: -1"), place: "4:73", message: "smooth cannot be -1 s"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], missing: { then: never }"), place: "4:82", message: "drops.rate must be a number, not \"never\""),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 1], range: [1, 2], combine: sum"), place: "4:74", message: "combine cannot be \"sum\""),
        Broken(text: map("from: speed, to: drops.voices, domain: [0, 1], range: [16, 32]"), place: "4:22", message: "drops.voices is fixed at the start"),
        Broken(text: map("from: speed, to: drops.material, domain: [0, 1], range: [0, 3]"), place: "4:22", message: "drops.material is a choice"),
        Broken(text: map("from: speed, to: drops.material, choose: { a: wood }"), place: "4:11", message: "speed is a number, and choose needs names"),
        Broken(text: map("from: line, to: drops.rate, domain: [0, 1], range: [1, 2]"), place: "4:11", message: "line is a name, not a number"),
        Broken(
            text: head("map:\n  - { from: speed, to: drops.rate, domain: [0, 9], range: [1, 2] }\n  - { from: climb, to: drops.rate, domain: [0, 9], range: [1, 2] }\n"),
            place: "5:22", message: "drops.rate already follows speed (line 4)", fix: "combine"),
        Broken(text: event("on: fix lots, play: { voice: wood, notes: [e4] }"), place: "4:9", message: "there is no event \"fix lots\"", fix: "did you mean fix lost?"),
        Broken(text: event("on: speed crosses fast up, play: { voice: wood, notes: [e4] }"), place: "4:9", message: "this crossing is not complete"),
        Broken(text: event("on: speed crosses 80 m up, play: { voice: wood, notes: [e4] }"), place: "4:9", message: "speed is not measured in m"),
        Broken(text: event("on: every 5 kg, play: { voice: wood, notes: [e4] }"), place: "4:9", message: "every needs a number and a unit of way or time"),
        Broken(text: event("on: fix lost, play: { voice: wod, notes: [e4] }"), place: "4:32", message: "there is no voice \"wod\"", fix: "did you mean wood?"),
        Broken(text: event("on: fix lost, play: { voice: wood, notes: [e4, h4] }"), place: "4:50", message: "\"h4\" is not a note"),
        Broken(text: event("on: fix lost, play: { voice: wood, notes: [] }"), place: "4:45", message: "an event has one to eight notes"),
        Broken(text: event("on: fix lost"), place: "4:5", message: "play is missing here"),
        Broken(text: event("on: fix lost, play: { voice: wood, notes: [e4] }, duck: { release: 1 }"), place: "4:60", message: "by is missing here"),
        Broken(text: event("on: fix lost, play: { voice: wood, notes: [e4] }, hysteresis: 1"), place: "4:54", message: "hysteresis has a meaning only for crossings"),
        Broken(text: head("extends: nowhere\n"), place: "3:10", message: "there is no preset \"nowhere\""),
        Broken(text: head("base:\n  drops.rate: 3\n bed.pink: 1\n"), place: "5:2", message: "this is not YAML"),
        Broken(text: head("title: \"open\n"), place: "4:1", message: "this is not YAML"),
        Broken(text: head("base: *nothing\n"), place: "3:7", message: "this is not YAML: found undefined alias"),
        Broken(text: head("---\npreset: 1\n"), place: "3:1", message: "this is not YAML: but found another document"),
    ]

    @Test(arguments: broken)
    func saysWhereWhatAndHow(broken: Broken) throws {
        let check = PresetCheck(PresetSource(name: "b", file: "b.yaml", text: broken.text), library: PresetLibrary(folders: []))
        #expect(check.preset == nil)
        let finding = try #require(check.diagnostics.first { $0.message.contains(broken.message) }, "\(check.diagnostics)")
        #expect(finding.severity == .error)
        #expect("\(finding.place)" == "b.yaml:" + broken.place)
        #expect(finding.remedy.contains(broken.fix))
        #expect(check.diagnostics.count <= 2, "\(check.diagnostics)")
    }

    @Test func showsLineCaretAndFix() throws {
        let check = PresetCheck(PresetSource(name: "b", file: "b.yaml", text: PresetCheckTests.head("base:\n  drops.rat: 3\n")), library: PresetLibrary(folders: []))
        #expect(check.diagnostics.map(\.description) == ["""
            b.yaml:4:3: error: there is no parameter "drops.rat"
                  drops.rat: 3
                  ^
              fix: did you mean drops.rate?
            """])
    }

    @Test func findsSeveralAtOnce() {
        let text = PresetCheckTests.head("base:\n  drops.rat: 3\n  bed.pnk: 1\nmap:\n  - { from: sped, to: drops.rate }\nevents:\n  - { on: fix lots, play: { voice: wood, notes: [x] } }\n")
        let check = PresetCheck(PresetSource(name: "b", file: "b.yaml", text: text), library: PresetLibrary(folders: []))
        #expect(check.diagnostics.map(\.place.line) == [4, 5, 7, 9, 9])
    }

    static let doubtful: [Broken] = [
        Broken(
            text: head("map:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 3600] }\n  - { from: accuracy, to: bed.level, domain: [0, 90], range: [-12, 0] }\n"),
            place: "5:25", message: "listeners take bed.level (accuracy) for drops.rate (speed)"),
        Broken(
            text: head("map:\n  - { from: speed, to: drops.brightness, domain: [0, 30], range: [-1, 1] }\n  - { from: climb, to: drops.bubble.frequency, domain: [-1, 1], range: [300, 900] }\n"),
            place: "5:22", message: "listeners take drops.bubble.frequency (climb) for drops.brightness (speed)"),
        Broken(text: map("from: speed, to: drops.level, domain: [0, 30], range: [-2, 0]"), place: "4:22", message: "2 audible steps, fewer than five"),
        Broken(text: map("from: speed, to: drops.rate, domain: [0, 30], range: [240, 600]"), place: "4:22", message: "3 audible steps, fewer than five"),
        Broken(text: map("from: turn, to: drops.pan, domain: [-5, 5], range: [-1, 1]"), place: "4:20", message: "turn moves only drops.pan, which mono loses"),
    ]

    @Test(arguments: doubtful)
    func warns(doubtful: Broken) throws {
        let check = PresetCheck(PresetSource(name: "b", file: "b.yaml", text: doubtful.text), library: PresetLibrary(folders: []))
        #expect(check.preset != nil)
        let finding = try #require(check.diagnostics.first, "\(check.diagnostics)")
        #expect(finding.severity == .warning)
        #expect(finding.message.contains(doubtful.message), "\(finding.message)")
        #expect("\(finding.place)" == "b.yaml:" + doubtful.place)
        #expect(check.diagnostics.count == 1)
    }

    /// A regular rain can be read where a random one cannot.
    @Test func regularityMakesSteps() {
        let text = PresetCheckTests.head("base: { drops.regularity: 8 }\nmap:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 600] }\n")
        #expect(PresetCheck(PresetSource(name: "b", file: "b.yaml", text: text)).diagnostics.isEmpty)
    }

    @Test func railwayChannelsAreMarked() {
        let check = PresetCheck(PresetSource(name: "b", file: "b.yaml", text: PresetCheckTests.map("from: line, to: drops.material, otherwise: hash")))
        #expect(check.preset != nil)
        #expect(check.diagnostics.map(\.severity) == [.note])
    }

    @Test func extendsPutsOneOverTheOther() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-extends-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, _ text: String) throws {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        try write("parent.yaml", """
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
            """)
        try write("sub/child.yaml", """
            preset: 1
            extends: ../parent.yaml
            base: { drops.rate: 200 }
            map:
              - { from: climb, to: drops.rate, domain: [0, 1], range: [240, 3600] }
              - { from: lost, to: drops.level, domain: [0, 1], range: [0, -30], combine: add }
            events:
              - { on: fix lost, play: { voice: bell, notes: [e5] } }
            """)
        let library = PresetLibrary(folders: [])
        let preset = try library.load(folder.path + "/sub/child.yaml")
        #expect(preset.name == "child" && preset.place == .indoor)
        #expect(preset.restingParameters[.dropsRate] == 200)
        #expect(preset.restingParameters[.bedPink] == 0.1)
        #expect(preset.mappings.map(\.channel.name) == ["speed", "climb", "lost"])
        #expect(preset.events.map(\.play.voice) == [.wood, .bell])

        try write("a.yaml", "preset: 1\nextends: b.yaml\n")
        try write("b.yaml", "preset: 1\n# a comment\nextends: ./a.yaml\n")
        #expect {
            try library.load(folder.path + "/a.yaml")
        } throws: { error in
            guard let finding = (error as? PresetError)?.diagnostics.first else { return false }
            return finding.message.contains("extends goes in a circle") && finding.place.file.hasSuffix("/b.yaml")
                && finding.place.line == 3 && finding.place.column == 10
        }
        try write("self.yaml", "preset: 1\nextends: self.yaml\n")
        #expect(PresetCheck(try library.source(folder.path + "/self.yaml")).diagnostics.first?.message.contains("circle") == true)
    }

    @Test func filesThatAreNoPresets() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-files-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("preset: 1\ntitle: \u{e9}".utf8 + [0xff, 0xfe]).write(to: folder.appendingPathComponent("latin.yaml"))
        try Data(count: 2_000_000).write(to: folder.appendingPathComponent("big.yaml"))
        func said(_ path: String) -> String {
            do { _ = try PresetLibrary(folders: []).load(path) } catch { return error.description }
            return ""
        }
        #expect(said(folder.path + "/latin.yaml").contains("latin.yaml:2:9: error: this is not UTF-8 text"))
        #expect(said(folder.path + "/big.yaml").contains("longer than 1 MB"))
        #expect(said("/dev/zero.yaml").contains("there is no such file"))
        #expect(said("/dev/zero").contains("longer than 1 MB"))
        #expect(said(folder.path).contains("cannot be read"))
        #expect(said("comuter").contains("did you mean commuter?"))
    }

    @Test func yamlAsPeopleWriteIt() throws {
        let preset = try Made.preset("""
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
}
