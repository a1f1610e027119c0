// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Testing

@testable import Tuning

/// Mappings and events on the desk: what is added is valid, what is changed is one step, and every field is a form's.
@Suite struct TuningItemTests {
    /// Every channel can be mapped to every parameter that follows it, without a word more than the two names.
    @Test func everyNewMappingIsValid() throws {
        let desk = try TuningDesk("classic")
        for channel in ChannelTable.names {
            for spec in ParameterTable.all where !spec.fixedAtStart {
                let isName = ChannelTable.channel(named: channel)?.dimension == .category
                let isPlain = ChannelTable.channel(named: channel)?.isPlain == true
                guard spec.choices.isEmpty || isName || isPlain else { continue }
                #expect(throws: Never.self, "\(channel) to \(spec.name)") {
                    let item = try desk.addMapping(from: channel, to: spec.name)
                    _ = try desk.remove(item)
                }
            }
        }
        #expect(throws: PresetEditError.self) { try desk.addMapping(from: "spede", to: "drops.rate") }
        #expect(throws: PresetEditError.self) { try desk.addMapping(from: "speed", to: "drops.rats") }
    }

    /// A second mapping of a parameter adds to it, from nothing on, even where the parameter itself is never 0.
    @Test func everyParameterCanBeMappedTwice() throws {
        let desk = try TuningDesk("classic")
        for spec in ParameterTable.all where !spec.fixedAtStart && spec.choices.isEmpty {
            #expect(throws: Never.self, "\(spec.name)") {
                for channel in ["speed", "climb"] { _ = try desk.addMapping(from: channel, to: spec.name) }
                // An amount is not kept within the limits of the parameter itself, such as -90 to 0 dB.
                var range: (Double, Double)?
                if case .scale(_, let found, _)? = desk.snapshot.preset.mappings.last?.rule { range = found }
                #expect(range?.0 == 0 && range?.1 != 0, "\(spec.name)")
                for _ in 0..<2 { _ = try desk.undo() }
            }
        }
    }

    @Test func everyNewEventIsValid() throws {
        let desk = try TuningDesk("raingenerator")
        for name in EventTable.names {
            #expect(throws: Never.self, "\(name)") { _ = try desk.remove(try desk.addEvent(on: name)) }
        }
        #expect(desk.snapshot.undo?.contains("removed") == true)
    }

    /// The table of fields has every key that the format has, each under its own name.
    @Test func everyFieldOfTheShippedPresetsCanBeSetToWhatItIs() throws {
        for name in PresetLibrary(folders: []).names {
            let desk = try TuningDesk(name)
            let before = desk.snapshot
            let items =
                before.preset.mappings.dropFirst(before.inheritedMappings).indices.map { TuningItem.mapping($0 - before.inheritedMappings) }
                + before.preset.events.dropFirst(before.inheritedEvents).indices.map { TuningItem.event($0 - before.inheritedEvents) }
            for item in items {
                let fields = before.fields(of: item)
                #expect(Set(fields.map { $0.form.path }).count == fields.count)
                for field in fields where !field.text.isEmpty {
                    if case .names = field.form.kind { continue }
                    try desk.setField(field.form.path.joined(separator: "."), of: item, to: field.text)
                }
            }
            #expect(desk.snapshot.preset == before.preset, "\(name)")
        }
    }

    @Test func fieldsReadAsAFormShowsThem() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        func text(_ name: String, _ item: TuningItem) -> String? {
            desk.snapshot.fields(of: item).first { $0.form.path.joined(separator: ".") == name }?.text
        }
        #expect(text("domain", .mapping(0)) == "0, 50")
        #expect(text("smooth.attack", .mapping(0)) == "")
        try desk.setField("curve", of: .mapping(0), to: "table")
        #expect(text("curve.table", .mapping(0)) == "0: -30, 25: -15, 50: 0")
        #expect(text("domain", .mapping(0)) == nil)
        try desk.setField("curve.table", of: .mapping(0), to: "0: -30, 10:-6, 50: 0")
        guard case .scale(_, _, .table(let points))? = desk.snapshot.mapping(at: 0)?.rule else {
            Issue.record("no table")
            return
        }
        #expect(points.map(\.input) == [0, 10, 50] && points.map(\.output) == [-30, -6, 0])
        try desk.setField("curve", of: .mapping(0), to: "linear")
        #expect(text("domain", .mapping(0)) == "0, 50" && text("range", .mapping(0)) == "-30, 0")
        try desk.setField("domain", of: .mapping(0), to: "p5, p95")
        try desk.setField("domain", of: .mapping(0), to: "auto")
        try desk.setField("play.notes", of: .event(0), to: "e4 b4")
        #expect(text("play.notes", .event(0)) == "e4, b4")
        try desk.setField("duck.by", of: .event(0), to: "6")
        try desk.setField("duck.release", of: .event(0), to: "1")
        try desk.setField("duck.by", of: .event(0), to: "")
        #expect(desk.snapshot.event(at: 0)?.duck == nil)
        #expect(throws: PresetEditError.self) { try desk.setField("on", of: .event(0), to: "") }
        #expect(desk.snapshot.fields(of: .mapping(2)).isEmpty)
    }

    /// Another parameter, in whose unit the range makes no sense, gets a range of its own, in one step.
    @Test func aMappingIsRedirected() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        try desk.setField("to", of: .mapping(0), to: "drops.rate")
        var mapping = try #require(desk.snapshot.mapping(at: 0))
        #expect(mapping.parameter == .dropsRate && mapping.unit.name == "km/h")
        try desk.undo()
        #expect(!desk.snapshot.isChanged)
        try desk.setField("from", of: .mapping(0), to: "line")
        mapping = try #require(desk.snapshot.mapping(at: 0))
        #expect(mapping.rule == .choose([], otherwise: .base))
        try desk.setField("choose.JR.East", of: .mapping(0), to: "-6")
        try desk.renameChoice("JR.East", of: 0, to: "Metro")
        guard case .choose(let choices, .base)? = desk.snapshot.mapping(at: 0)?.rule else {
            Issue.record("no choice")
            return
        }
        #expect(choices.map(\.name) == ["Metro"] && choices.map(\.value) == [-6])
        // A name that is cleared would have no row by which to remove it, and a new one needs a value.
        #expect(throws: PresetEditError(.badValue, at: "Metro", "a name cannot be empty", "write one, or remove it")) {
            try desk.renameChoice("Metro", of: 0, to: "")
        }
        #expect(throws: PresetEditError(.badValue, at: "map.0.choose.JR Co.", "a new name needs a value", "write one beside it")) {
            try desk.setField("choose.JR Co.", of: .mapping(0), to: "")
        }
        try desk.setField("choose.JR Co.", of: .mapping(0), to: "-3")
        try desk.undo()
        try desk.undo()
        try desk.undo()
        try desk.undo()
        #expect(desk.snapshot.text == PresetFolder.text)
    }
}
