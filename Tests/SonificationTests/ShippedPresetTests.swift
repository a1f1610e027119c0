// SPDX-License-Identifier: MIT
import Foundation
import Platform
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

@Suite(.computing) struct ShippedPresetTests {
    static let names = [
        "alight", "attic", "car", "classic", "commuter", "counter", "courtyard", "downpour", "drizzle", "forest", "gutter", "hiker",
        "noise", "pond", "raingenerator", "storm", "tent", "tin-roof", "tone", "umbrella", "window",
    ]
    private let folder = TestData.root.appendingPathComponent("presets")
    /// `AMAOTO_UPDATE=1` rewrites the files generated from tables instead of comparing them.
    private let update = ProcessInfo.processInfo.environment["AMAOTO_UPDATE"] == "1"

    private func compare(_ path: String, with text: String) throws {
        let url = TestData.root.appendingPathComponent(path)
        if update { try text.write(to: url, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: url, encoding: .utf8) == text, "\(path) is out of step: run the tests with AMAOTO_UPDATE=1")
    }

    @Test(arguments: names)
    func hasNeitherErrorsNorWarnings(name: String) throws {
        for library in [PresetLibrary(folders: []), PresetLibrary(folders: [folder.path])] {
            let check = PresetCheck(try library.source(name), library: library)
            // A note lists the mappings that are inactive without a railway.
            let findings = check.diagnostics.filter { $0.severity != .note }
            #expect(findings.isEmpty, "\(findings)")
            let preset = try #require(check.preset)
            #expect(!preset.describe.isEmpty && preset.title != preset.name)
        }
    }

    @Test func theCopyInsideIsInStep() throws {
        for name in ShippedPresetTests.names {
            let file = try Data(contentsOf: folder.appendingPathComponent(name + ".yaml"))
            let kept = ShippedFiles.all["presets/\(name).yaml"].map { Data($0) }
            #expect(kept == file, "\(name): touch Sources/CShippedFiles/files.S and build again")
        }
        #expect(PresetLibrary(folders: []).names == ShippedPresetTests.names)
        #expect(PresetLibrary(folders: [folder.path]).names == ShippedPresetTests.names)
    }

    @Test func theParameterReferenceIsInStep() throws { try compare("docs/parameters.md", with: ParameterReference.markdown) }

    @Test func theEventTableIsDocumented() throws {
        let document = try String(contentsOf: TestData.root.appendingPathComponent("docs/presets.md"), encoding: .utf8)
        for form in EventTable.forms { #expect(document.contains("| `\(form.replacing("|", with: "\\|"))` |"), "\(form)") }
        for unit in Unit.all { #expect(document.contains("`\(unit.name)`"), "\(unit.name)") }
        for name in ChannelTable.names { #expect(document.contains("`\(name)`"), "\(name)") }
    }

    /// The schema of every object has the keys of the table, and no other.
    @Test func theSchemaHasTheKeysOfTheTable() throws {
        func keys(_ schema: Any?) -> Set<String> { Set(((schema as? [String: Any])?["properties"] as? [String: Any] ?? [:]).keys) }
        func member(_ schema: Any?, _ path: String...) -> Any? {
            path.reduce(schema) { ($0 as? [String: Any])?[$1] ?? (($0 as? [String: Any])?["anyOf"] as? [Any])?.last }
        }
        let root = try JSONSerialization.jsonObject(with: Data(PresetSchema.json.utf8))
        let properties = member(root, "properties")
        let mapping = member(properties, "map", "items"), event = member(properties, "events", "items")
        #expect(keys(root) == Set(PresetForm.preset))
        #expect(keys(member(properties, "fatigue")) == Set(PresetForm.fatigue))
        #expect(keys(mapping) == Set(PresetForm.mapping) && keys(event) == Set(PresetForm.event))
        #expect(keys(member(mapping, "properties", "missing")) == Set(PresetForm.missing))
        #expect(keys(member(mapping, "properties", "smooth", "last")) == Set(PresetForm.smooth))
        #expect(keys(member(event, "properties", "play")) == Set(PresetForm.play))
        #expect(keys(member(event, "properties", "duck")) == Set(PresetForm.duck))
    }

    /// An editor shows the unit of each number that has one, and of a crossing what its hysteresis is.
    @Test func theSchemaSaysWhatANumberMeans() throws {
        func member(_ schema: Any?, _ path: String...) -> [String: Any]? {
            path.reduce(schema) { ($0 as? [String: Any])?[$1] } as? [String: Any]
        }
        let root = try JSONSerialization.jsonObject(with: Data(PresetSchema.json.utf8))
        let mapping = member(root, "properties", "map", "items", "properties")
        let event = member(root, "properties", "events", "items", "properties")
        let seconds = [
            member(mapping, "missing", "properties", "hold"), member(event, "cooldown"), member(event, "patience"),
            member(event, "play", "properties", "gap"), member(event, "duck", "properties", "release"),
            member(root, "properties", "fatigue", "properties", "after"),
        ]
        for number in seconds { #expect((number?["description"] as? String)?.hasSuffix(" In s.") == true, "\(number ?? [:])") }
        let crossing = member(event, "hysteresis")
        #expect((crossing?["description"] as? String)?.contains("go back") == true && crossing?["default"] == nil)
        #expect(member(mapping, "hysteresis")?["default"] as? Double == 0)
    }

    @Test func theTreeIsFoundFromABuildFolder() throws {
        let library = PresetLibrary(environment: ["AMAOTO_PRESETS": "/nowhere"], program: "/x/bin/amaoto")
        #expect(library.folders.first == "/nowhere")
        #expect(try library.source("commuter").text == String(contentsOf: folder.appendingPathComponent("commuter.yaml"), encoding: .utf8))
    }

    /// The counter preset's definition: 4 to 60 drops per second, in equal ratios.
    @Test func counterReadsSpeed() throws { try readsSpeed("counter", .dropsRate, 240, 3600) }

    /// The commuter preset's definition: 2 to 80 mm/h, in equal ratios.
    @Test func commuterReadsSpeed() throws { try readsSpeed("commuter", .rainIntensity, 2, 80) }

    private func readsSpeed(_ name: String, _ parameter: ParameterID, _ low: Double, _ high: Double) throws {
        let preset = try PresetLibrary(folders: []).load(name)
        for speed in [0.0, 40, 80, 120, 200] {
            var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
            _ = sonifier.run([(0, Made.update(0, [("speed", speed / 3.6), ("lost", 0), ("accuracy", 8)]))], to: 20)
            let value = low * pow(high / low, min(speed, 120) / 120)
            #expect(abs(Double(sonifier.parameters[parameter]) / value - 1) < 1e-6)
        }
    }

    /// The description covers the complete model: any changed number changes the text.
    @Test func descriptionSaysEverything() throws {
        let preset = try PresetLibrary(folders: []).load("counter")
        let text = PresetDescription(preset).text
        for part in [
            "speed, 0 to 120 km/h, moves drops.rate from 240/min to 3,600/min, in equal ratios (log)",
            "It covers 90 % of a step up in 1 s, down in 2 s.", "It covers 90 % of a step in 0.3 s.", "Rain density is speed.",
            "The value so far is multiplied by this.", "This is added to the value so far.",
            "bell plays g4, e4, 0.25 s apart, at -18 dB, priority 8", "drops.bubble.frequency = 1,500 Hz",
            "the last value holds for 3 s, then the mapping takes no part",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(PresetDescription(preset).lines.count == preset.mappings.count + preset.events.count)
        #expect(PresetDescription(preset).lines.first == "speed 0 to 120 km/h → drops.rate 240 to 3,600/min")
        let table = try Made.preset(
            "map: [{ from: speed, unit: km/h, to: drops.rate, curve: { table: [[0, 900], [40, 6000], [120, 300]] } }]")
        #expect(PresetDescription(table).lines == ["speed 0 to 120 km/h → drops.rate 900 to 6,000 to 300/min"])
        for index in preset.mappings.indices where ParameterTable.spec(preset.mappings[index].parameter).choices.isEmpty {
            var other = preset
            other.mappings[index].smooth.attack = 7.7
            #expect(PresetDescription(other).text.contains("7.7 s"))
        }
        for name in ShippedPresetTests.names { #expect(PresetDescription(try PresetLibrary(folders: []).load(name)).text.count > 100) }
    }

    /// An independent validator.
    @Test(.needs(python: "jsonschema", "yaml")) func schemaAcceptsTheShippedAndRefusesTheBroken() throws {
        let script = """
            import json, sys, jsonschema, yaml
            schema = json.load(open(sys.argv[1]))
            jsonschema.Draft202012Validator.check_schema(schema)
            check = jsonschema.Draft202012Validator(schema)
            for path in sys.argv[2:]:
                # As the program reads it: `on` is a key, not true.
                data = yaml.load(open(path), Loader=type("L", (yaml.SafeLoader,), {"yaml_implicit_resolvers": {k: [r for r in v if not r[0].endswith("bool")] for k, v in yaml.SafeLoader.yaml_implicit_resolvers.items()}}))
                errors = [f"{path}: {'/'.join(map(str, e.path))} {e.message}" for e in check.iter_errors(data)]
                print(len(errors), *errors[:2])
            """
        let folder = try Folder()
        let schema = try folder.write(PresetSchema.json, to: "schema.json").path
        let broken = [
            "base: { drops.rat: 1 }", "base: { bed.pink: 3 }", "maps: []", "map: [{ from: sped, to: drops.rate }]",
            "map: [{ from: speed, to: drops.level, domain: [0, 1], range: [0, 40] }]",
            "events: [{ on: fix lots, play: { voice: wood, notes: [e4] } }]",
            "events: [{ on: fix lost, play: { voice: wood, notes: [h4] } }]",
        ]
        var files = ShippedPresetTests.names.map { self.folder.appendingPathComponent($0 + ".yaml").path }
        for (index, text) in broken.enumerated() {
            files.append(try folder.write("preset: 1\nplace: indoor\n\(text)\n", to: "broken\(index).yaml").path)
        }
        let output = try ProgramRun.output(of: ["python3", "-c", script, schema] + files)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == files.count)
        for (index, line) in lines.enumerated() { #expect(line.hasPrefix("0") == (index < ShippedPresetTests.names.count), "\(line)") }
    }
}
