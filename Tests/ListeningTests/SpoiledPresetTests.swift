// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Listening
@testable import Sonification

/// The default preset, spoiled in ten ways: the examination names each fault and a parameter of it.
@Suite(.computing, .tags(.sounds)) struct SpoiledPresetTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The fact or event that is lost by it.
        var fact: String
        /// A parameter that must be named.
        var parameter: String
        /// What replaces what in the preset's text.
        var changes: [(String, String)]

        init(_ description: String, _ fact: String, _ parameter: String, _ changes: [(String, String)]) {
            (testDescription, self.fact, self.parameter, self.changes) = (description, fact, parameter, changes)
        }
    }

    static let faults = [
        Fault(
            "speed moves almost nothing", "speed", "rain.intensity",
            [
                ("range: [2, 80]", "range: [8, 8.5]"), ("range: [14.7, -1.6]", "range: [2, 1.8]"),
                ("range: [-8.5, -4]", "range: [-8.5, -8.4]"),
                ("range: [0.065, 0.15]", "range: [0.1, 0.101]"),
            ]),
        Fault("pink noise covers everything", "fix lost", "bed.pink", [("bed.pink: 0\n", "bed.pink: 0.4\n")]),
        Fault(
            "the lines' drops are too soft", "line.colour", "drops.material",
            [
                ("drops.level: -8.5", "drops.level: -34"), ("range: [-8.5, -4]", "range: [-34, -34]"),
            ]),
        Fault(
            "both directions lie in the middle", "direction.side", "drops.pan",
            [
                ("range: [-0.6, 0.6]", "range: [-0.01, 0.01]"), ("range: [0, 0.009]", "range: [0, 0]"),
            ]),
        Fault("the directions differ in stereo alone", "direction.side", "drops.pan", [("range: [0, 0.009]", "range: [0, 0]")]),
        Fault(
            "approaching throbs like visiting", "phase", "wash.pulse",
            [
                ("{ approaching: 4, visiting: 1.2 }", "{ approaching: 2.05, visiting: 2 }"),
                ("{ approaching: 0.03, visiting: 0.006 }", "{ approaching: 0.012, visiting: 0.0121 }"),
            ]),
        Fault(
            "a lost fix changes nothing", "lost", "rain.level",
            [
                ("range: [0, -60]\n    combine: add", "range: [0, -0.2]\n    combine: add"), ("range: [0, 0.01]", "range: [0, 0.0001]"),
                (
                    "- from: lost\n    to: drops.rate\n    domain: [0, 1]\n    range: [1, 0]",
                    "- from: lost\n    to: drops.rate\n    domain: [0, 1]\n    range: [1, 0.98]"
                ),
            ]),
        Fault("the water of an estimate is too soft", "estimated", "rain.flow.level", [("range: [-60, 12]", "range: [-60, -40]")]),
        Fault(
            "two events have the same notes", "passed", "events.approaching.play",
            [
                ("notes: [a4], level: -4", "notes: [e4, b4], gap: 0.15, level: -4")
            ]),
        Fault(
            "an event is too soft", "line changed", "events.line changed.play",
            [
                ("notes: [b4, e4, b4], gap: 0.15, level: -4", "notes: [b4, e4, b4], gap: 0.15, level: -50")
            ]),
    ]

    static func preset(_ name: String, _ changes: [(String, String)] = []) throws -> Preset {
        let library = PresetLibrary(folders: [])
        var text = try library.source(name).text
        for (old, new) in changes {
            try #require(text.contains(old), "the preset no longer says \(old)")
            text = text.replacingOccurrences(of: old, with: new)
        }
        let check = PresetCheck(PresetSource(name: name, file: "\(name).yaml", text: text), library: library)
        return try #require(check.preset, "\(check.diagnostics)")
    }

    @Test(arguments: faults) func theFaultIsNamed(fault: Fault) async throws {
        let findings = try await PresetExamination(Self.preset("commuter", fault.changes)).findings
        let named = findings.filter { $0.fact == fault.fact && $0.parameters.contains(fault.parameter) }
        #expect(!named.isEmpty, "\(findings)")
    }

    @Test(arguments: ["commuter", "counter", "hiker", "classic", "tone"]) func aSoundPresetHasNoFindings(name: String) async throws {
        let findings = try await PresetExamination(Self.preset(name)).findings
        #expect(findings.isEmpty)
    }
}
