// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import Sonification

/// What a preset that can be played is warned of.
@Suite(.computing) struct PresetWarningTests {
    static let doubtful: [MarkedPreset] = [
        .head(
            "map:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 3600] }\n  - { from: accuracy, to: §bed.level, domain: [0, 90], range: [-12, 0] }\n",
            message: "listeners confuse bed.level (accuracy) with drops.rate (speed)"),
        .head(
            "map:\n  - { from: speed, to: drops.brightness, domain: [0, 30], range: [-1, 1] }\n  - { from: climb, to: §drops.bubble.frequency, domain: [-1, 1], range: [300, 900] }\n",
            message: "listeners confuse drops.bubble.frequency (climb) with drops.brightness (speed)"),
        .map("from: speed, to: §drops.level, domain: [0, 30], range: [-2, 0]", message: "2 audible steps, fewer than five"),
        .map("from: speed, to: §drops.rate, domain: [0, 30], range: [240, 600]", message: "2 audible steps, fewer than five"),
        .map("from: speed, to: §rain.intensity, domain: [0, 30], range: [10, 14]", message: "1 audible step, fewer than five"),
        .head(
            "base: { rain.intensity: 5 }\nmap:\n  - { from: speed, to: §rain.distance, domain: [0, 30], range: [1, 2] }\n",
            message: "2 audible steps, fewer than five"),
        .head(
            "base: { wind.level: 0 }\nmap:\n  - { from: speed, to: §wind.speed, domain: [0, 30], range: [6, 9] }\n",
            message: "2 audible steps, fewer than five"),
        .map(
            "from: turn, to: §drops.pan, domain: [-5, 5], range: [-1, 1]", message: "turn moves only drops.pan, which is inaudible in mono"),
        .head("base:\n  §thunder.rate: 2\n", message: "thunder.rate has no effect, because thunder.level keeps the thunder off"),
        .map(
            "from: speed, to: §tone.frequency, domain: [0, 30], range: [110, 880], curve: log",
            message: "the mapping of tone.frequency has no effect, because tone.level keeps the tone off"),
    ]

    @Test(arguments: doubtful)
    func warns(doubtful: MarkedPreset) throws {
        let check = Made.check(doubtful.text)
        #expect(check.preset != nil)
        let finding = try #require(check.diagnostics.first, "\(check.diagnostics)")
        #expect(finding.severity == .warning)
        #expect(finding.message.contains(doubtful.message), "\(finding.message)")
        #expect("\(finding.place)" == "b.yaml:" + doubtful.place)
        #expect(check.diagnostics.count == 1)
    }

    /// Half a core is the assumed budget on a listener's machine.
    @Test(
        arguments: [
            ("base: { drops.rate: 24000000 }", nil), ("base: { drops.rate: 25000000 }", "416,666 drops a second take about 50 %"),
            ("base: { drops.rate: 40000000 }", "666,666 drops a second take about 80 %"),
            ("map:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 24000000], curve: log }", nil),
            ("map:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 30000000], curve: log }", "about 60 %"),
            (
                "base: { drops.rate: 9000000 }\nmap:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [0, 20000000], combine: add }",
                "about 58 %"
            ),
            (
                "base: { drops.rate: 1000 }\nmap:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [1, 900000], combine: multiply }",
                "about 80 %"
            ),
            ("map:\n  - { from: activity, to: drops.rate, choose: { train: 40000000 }, otherwise: base }", "about 80 %"),
        ] as [(String, String?)])
    func warnsOfMoreDropsThanACorePlays(body: String, words: String?) throws {
        let check = Made.check(MarkedPreset.head(body + "\n"))
        let preset = try #require(check.preset, "\(check.diagnostics)")
        let warnings = check.diagnostics.filter { $0.severity == .warning }
        #expect(warnings.count == (words == nil ? 0 : 1), "\(check.diagnostics)")
        if let words, let finding = warnings.first {
            #expect(finding.message.contains(words), "\(finding)")
            #expect(finding.remedy.contains("24,000,000"))
            #expect(finding.place.line == 3 + body.split(separator: "\n").count - 1, "\(finding)")
        }
        #expect((DropLoad(preset).warning() == nil) == (words == nil))
        // Three at once take three times as much.
        #expect(DropLoad(preset).warning(tracks: 3) != nil)
    }

    /// A regular rain can be read where a random one cannot.
    @Test func regularityMakesSteps() {
        let text = MarkedPreset.head(
            "base: { drops.regularity: 8 }\nmap:\n  - { from: speed, to: drops.rate, domain: [0, 30], range: [240, 600] }\n")
        #expect(Made.check(text).diagnostics.isEmpty)
    }

    @Test func railwayChannelsAreMarked() {
        let check = Made.check(MarkedPreset.map("from: line, to: drops.material, otherwise: hash"))
        #expect(check.preset != nil)
        #expect(check.diagnostics.map(\.severity) == [.note])
    }

    @Test(arguments: [
        ("arrived", true), ("distanceToStation crosses 500 m down", true), ("fix lost", false), ("speed crosses 5 m/s up", false),
        ("every 1 km", false),
    ])
    func railwayEventsAreMarked(event: String, needsRailway: Bool) throws {
        let text = MarkedPreset.event("on: \(event), play: { voice: wood, notes: [e4] }")
        let check = Made.check(text)
        #expect(check.preset?.usesRailway == needsRailway)
        #expect(check.diagnostics.map(\.message) == (needsRailway ? ["\(event) requires a railway database"] : []))
        #expect(check.diagnostics.allSatisfy { $0.severity == .note && $0.place.line == 4 })
    }
}
