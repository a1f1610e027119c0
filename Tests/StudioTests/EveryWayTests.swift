// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import TestTraits
import Testing

@testable import Studio
@testable import Tuning

/// Ten thousand random edits, in turn through a page's messages, the lines of the plain tuner and the steps of the terminal
/// tuner, on one desk: each changes its own value and nothing else, and the saved text is a valid preset.
@Suite(.tags(.properties), .computing) struct EveryWayTests {
    /// SplitMix64.
    private enum Way: CaseIterable { case pageText, pageSlider, pageStep, plainLine, plainStep, desk, terminalStep, terminalSlider }

    /// Every parameter on a separate line, as a user may have written it.
    private static var text: String {
        let rows = ParameterTable.all.enumerated().map { number, spec in
            let name = number % 3 == 0 ? "'\(spec.name)'" : number % 3 == 1 ? "\"\(spec.name)\"" : spec.name
            let value = spec.choices.isEmpty ? "\(spec.defaultValue)" : spec.choices[0]
            return "  \(name):\(String(repeating: " ", count: 1 + number % 4))\(value)   # my \(spec.name)"
        }
        return """
            # Mine.
            preset: 1
            title: "By chance"   # quoted
            place: abstract
            base:
            \(rows.joined(separator: "\n\n"))
            # the end

            """
    }

    /// The text between a line's colon and its comment.
    private static func value(in line: String) -> String? {
        line.split(separator: ":", maxSplits: 1).last?.split(separator: "#").first?.trimmingCharacters(in: .whitespaces)
    }

    private static func ask(_ studio: Studio, _ page: Page, _ fields: [String: Any]) async throws -> Bool {
        studio.receive(try JSONSerialization.data(withJSONObject: fields.merging(["v": 1]) { $1 }), from: page)
        let frame = try #require(page.outbox.next())
        let answer = try #require(try JSONSerialization.jsonObject(with: frame.payload) as? [String: Any])
        return answer["error"] == nil
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func everyWayChangesItsValueAlone(seed: UInt64) async throws {
        let folder = try Folder()
        let file = try folder.write(Self.text, to: "mine.yaml").path
        let desk = try TuningDesk(file)
        var settings = Studio.Settings()
        settings.folder = folder.url.path + "/"
        let studio = Studio(desk, settings), page = Page(), plain = PlainTuner(desk)
        var dice = SplitMix(seed: seed)
        var history: [String] = [], edited: Set<String> = [], used: [Way: Int] = [:]
        for number in 0..<1250 {
            let before = desk.snapshot.text
            let knob = try #require(desk.snapshot.knobs.filter { ParameterTable.spec(named: $0.name) != nil }.randomElement(using: &dice))
            let place = Double.random(in: 0...1, using: &dice), steps = Double(Int.random(in: -4...4, using: &dice))
            let isFine = Bool.random(using: &dice)
            let wanted = knob.text(knob.value(at: place))
            let way = try #require(Way.allCases.randomElement(using: &dice))
            let isDone: Bool
            switch way {
            case .pageText: isDone = try await Self.ask(studio, page, ["do": "set", "name": knob.name, "text": wanted])
            case .pageSlider:
                isDone = try await Self.ask(studio, page, ["do": "slide", "name": knob.name, "place": place, "gesture": number])
            case .pageStep:
                isDone = try await Self.ask(
                    studio, page, ["do": "nudge", "name": knob.name, "steps": steps, "fine": isFine, "gesture": number])
            case .plainLine: isDone = plain.answer("\(knob.name) = \(wanted)").refusal == nil
            case .plainStep: isDone = plain.answer("down \(knob.name) \(steps)\(isFine ? " fine" : "")").refusal == nil
            case .desk: isDone = (try? desk.set(knob.name, to: wanted)) != nil
            case .terminalStep: isDone = (try? desk.nudge(knob.name, by: steps, fine: isFine, gesture: number)) != nil
            case .terminalSlider: isDone = (try? desk.set(knob.name, to: knob.value(at: place), gesture: number)) != nil
            }
            #expect(isDone, "\(way) \(knob.name) \(wanted) \(steps)")
            used[way, default: 0] += 1
            let after = desk.snapshot.text
            let lines = zip(before.components(separatedBy: "\n"), after.components(separatedBy: "\n")).filter { $0 != $1 }
            #expect(before.filter { $0 == "\n" }.count == after.filter { $0 == "\n" }.count && lines.count <= 1)
            if let (old, new) = lines.first {
                #expect(new.hasSuffix("# my \(knob.name)") && old.hasSuffix("# my \(knob.name)"), "\(way): \(new)")
                history.append(before)
                edited.insert(knob.name)
            }
            if [.pageText, .plainLine, .desk].contains(way) {
                let line = after.components(separatedBy: "\n").first { $0.hasSuffix("# my \(knob.name)") }
                let written = try #require(line.flatMap(Self.value))
                #expect(written == wanted || Double(written) == Double(wanted), "\(way): \(written), not \(wanted)")
            }
            if Int.random(in: 0..<6, using: &dice) == 0, let former = history.popLast() {
                // Undo restores the exact bytes, whichever interface made the edit and whichever undoes it.
                if Bool.random(using: &dice) {
                    #expect(try await Self.ask(studio, page, ["do": "undo"]))
                } else {
                    #expect(plain.answer("undo").refusal == nil)
                }
                #expect(desk.snapshot.text == former)
            }
        }
        #expect(Set(used.keys) == Set(Way.allCases) && edited.count > 30)
        #expect(try await Self.ask(studio, page, ["do": "save"]))
        let held = try String(contentsOfFile: file, encoding: .utf8)
        #expect(held == desk.snapshot.text)
        for (old, new) in zip(Self.text.components(separatedBy: "\n"), held.components(separatedBy: "\n")) where old != new {
            #expect(edited.contains { new.hasSuffix("# my \($0)") }, "\(new)")
        }
        // Reopened, it has the state in which it was left.
        #expect(try TuningDesk(file).snapshot.values.map(\.value) == desk.snapshot.values.map(\.value))
    }
}
