// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import TestTraits
import Testing

/// Thousands of random edits: after each the text has the intended content and nothing else, and every other byte is unchanged.
@Suite(.tags(.properties), .computing) struct RandomEditTests {
    static func sources() throws -> [PresetSource] {
        let library = PresetLibrary.standard
        let shipped = try ["classic", "commuter", "downpour", "drizzle", "hiker", "noise", "storm", "tent", "tone"].map {
            try library.source($0)
        }
        return shipped
            + [TorturePreset.text, TorturePreset.textWithCRLF, "\u{feff}" + TorturePreset.text].enumerated().map {
                PresetSource(name: "torture\($0.offset)", file: "torture.yaml", text: $0.element)
            }
    }

    /// A random value for a path; not every one is valid there.
    static func value(_ path: String, _ old: String, _ dice: inout SplitMix) -> String {
        if Double(old.replacing("_", with: "")) != nil {
            let number = Double(old.replacing("_", with: "")) ?? 0
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: return "\(Int.random(in: -20...400, using: &dice))"
            case 1: return "\((number * 1.25 * 100).rounded() / 100)"
            case 2: return "\((number * 0.8 * 1000).rounded() / 1000)"
            case 3: return "\((number + Double.random(in: -1...1, using: &dice)) )"
            default: return "\((Double.random(in: 0...1, using: &dice) * 1e4).rounded() / 1e4)"
            }
        }
        let words = [
            "wood", "glass", "tin", "bell", "base", "hold", "hash", "log", "sqrt", "linear", "e4", "bb3", "add", "max", "km/h", "m/s",
            "Say: \"it\" isn't so", "outdoor", "雨",
        ]
        return words.randomElement(using: &dice) ?? "wood"
    }

    /// For each of the twelve texts: ten thousand in all.
    static let edits = 840

    @Test(arguments: 0..<12) func everyEditIsThatEditAlone(number: Int) throws {
        let source = try Self.sources()[number]
        var document = try PresetDocument(source)
        var dice = SplitMix(seed: UInt64(number) &* 77 &+ 5)
        var texts: [String] = []
        var done = 0, tried = 0
        var plain = try PlainYAML(document.text)
        while done < Self.edits, tried < 8 * Self.edits {
            tried += 1
            let before = document.text
            var change: PresetEdit.Change
            var key: String
            if Int.random(in: 0..<10, using: &dice) < 2 {
                let spec = ParameterTable.all.randomElement(using: &dice) ?? ParameterTable.all[0]
                key = "/base/\(spec.name)"
                let number =
                    Double(Float.random(in: 0...1, using: &dice)) * (spec.limits.upperBound - spec.limits.lowerBound)
                    + spec.limits.lowerBound
                change = .set(spec.choices.isEmpty ? "\((number * 100).rounded() / 100)" : spec.choices.randomElement(using: &dice) ?? "")
            } else {
                // Sorted, so that the same seed makes the same edits.
                key = plain.leaves.keys.sorted().randomElement(using: &dice) ?? ""
                change = .set(Self.value(key, plain.leaves[key] ?? "", &dice))
            }
            if Int.random(in: 0..<12, using: &dice) == 0 { change = .remove }
            let steps = key.split(separator: "/").map { part in Int(part).map { PresetPath.Step.item($0) } ?? .key(String(part)) }
            // Units and channels contain a slash themselves.
            guard plain.leaves[key] != nil || key.hasPrefix("/base/") else { continue }
            do throws(PresetEditError) { try document.apply([PresetEdit(PresetPath(steps), change)]) } catch {
                #expect(document.text == before)
                #expect(!error.message.isEmpty)
                continue
            }
            var intended = plain
            intended.leaves[key] = nil
            if case .set(let text) = change { intended.leaves[key] = text }
            let after = try PlainYAML(document.text)
            Self.compare(after, intended, key, isRemoval: change == .remove)
            if document.text == before { continue }
            if change != .remove { #expect(PlainYAML.comments(document.text) == PlainYAML.comments(before), "\(key)") }
            if plain.leaves[key] != nil, change != .remove, steps.last != .key("say"), steps.last != .key("describe") {
                Self.expectOneWord(before, document.text, key)
            }
            done += 1
            texts.append(before)
            let former = plain
            plain = after
            if Int.random(in: 0..<7, using: &dice) == 0 {
                // Undo restores the exact bytes.
                let back = texts.removeLast()
                try document.replaceText(back)
                #expect(document.text == back)
                plain = former
            }
        }
        #expect(done == Self.edits, "\(done) of \(tried)")
        #expect(PresetCheck(document.source).preset == document.preset)
        if let first = texts.first {
            try document.replaceText(first)
            #expect(document.text == source.text)
        }
    }

    /// Numbers may be written differently; a container emptied by a removal is removed too.
    static func compare(_ after: PlainYAML, _ intended: PlainYAML, _ key: String, isRemoval: Bool) {
        for path in Set(after.leaves.keys).union(intended.leaves.keys) {
            let (a, b) = (after.leaves[path], intended.leaves[path])
            if a == b { continue }
            if let a, let b, let x = Double(a.replacing("_", with: "")), let y = Double(b.replacing("_", with: "")), x == y { continue }
            Issue.record("\(key): \(path) is \(a ?? "absent"), not \(b ?? "absent")")
        }
    }

    /// The two texts are equal except for one stretch inside a line, which contains no white space of the layout.
    static func expectOneWord(_ before: String, _ after: String, _ key: String) {
        let a = Array(before.utf8), b = Array(after.utf8)
        var start = 0
        while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
        var end = 0
        while end < min(a.count, b.count) - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
        let old = a[start..<(a.count - end)], new = b[start..<(b.count - end)]
        #expect(!old.contains(10) && !new.contains(10), "\(key)")
        #expect(!old.contains(UInt8(ascii: ":")) || key.hasSuffix("title"), "\(key): \(String(decoding: old, as: UTF8.self))")
    }
}
