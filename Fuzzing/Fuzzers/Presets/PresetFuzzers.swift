// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

@testable import Sonification

extension Fuzzer {
    /// Only presets inside the program can be extended.
    private static let library = PresetLibrary(folders: [])

    private static func source(_ text: String) -> PresetSource {
        PresetSource(name: "fuzz", file: "fuzz.yaml", folder: nil, identity: nil, text: text)
    }

    /// The text of a preset: checked, described and run.
    static let preset = Fuzzer("preset", also: ["presets/*.yaml"]) { bytes in
        let source = source(String(decoding: bytes, as: UTF8.self))
        let check = PresetCheck(source, library: library)
        let errors = check.diagnostics.count { $0.severity == .error }
        expect((check.preset == nil) == (errors > 0), "\(errors) errors, and \(check.preset == nil ? "no" : "a") preset")
        for finding in check.diagnostics {
            let place = finding.place
            expect(!finding.message.isEmpty && !finding.description.isEmpty, "a finding without words: \(finding)")
            if place.file == source.file {
                expect((1...source.lineCount).contains(place.line) && place.column >= 1, "no such place: \(finding)")
            }
        }
        if let preset = check.preset {
            SonifierProperties.check(preset)
            expect(PresetComparison(preset, preset).differences.isEmpty, "it differs from itself")
        }
    }

    /// Edits, one per line (`path = value`; `path !` removes it), up to a line `---`; then the preset. The text must show the
    /// effect of an edit, and undoing it must restore the same bytes.
    static let presetEditing = Fuzzer("preset-edit") { bytes in
        let mark = Array("\n---\n".utf8)
        guard let border = bytes.firstRange(of: mark) else { return }
        let text = String(decoding: bytes[border.upperBound...], as: UTF8.self)
        guard let origin = try? PresetDocument(source(text), library: library) else { return }
        var document = origin
        for line in bytes[..<border.lowerBound].split(separator: 10).prefix(8) {
            guard let edit = edit(String(decoding: line, as: UTF8.self)) else { continue }
            let before = document
            do throws(PresetEditError) {
                try document.apply([edit])
                checkEdited(document, edit)
                let (text, after) = (before.text, document.text)
                var undone = document
                try undone.replaceText(text)
                expect(undone.text == text && undone.preset == before.preset, "undo gives other bytes")
                try undone.replaceText(after)
                expect(undone.text == after && undone.preset == document.preset, "redo gives other bytes")
            } catch {
                expect(!error.message.isEmpty && !error.place.isEmpty, "an error without words: \(error)")
                expect(document.text == before.text && document.preset == before.preset, "a refused edit has changed it: \(error)")
            }
        }
        // Merging the changes into the original text gives the edited text.
        if let merged = try? PresetMerge(origin: origin, ours: document, theirs: origin).merged() {
            expect(merged.preset.restingParameters == document.preset.restingParameters, "merged it says something else")
        }
    }

    private static func edit(_ line: String) -> PresetEdit? {
        if line.hasSuffix(" !") { return PresetPath(String(line.dropLast(2))).map { PresetEdit($0, .remove) } }
        if line.hasSuffix(" --") { return PresetPath(String(line.dropLast(3))).map { PresetEdit($0, .removeItem) } }
        if let sign = line.firstRange(of: " += "), let path = PresetPath(String(line[..<sign.lowerBound])) {
            let fields: [PresetEdit.Field] = [
                .init("on", String(line[sign.upperBound...])), .init("play", "{ voice: wood, notes: [e4] }"),
            ]
            return PresetEdit(path, .append(fields))
        }
        guard let sign = line.firstRange(of: " = "), let path = PresetPath(String(line[..<sign.lowerBound])) else { return nil }
        return PresetEdit(path, .set(String(line[sign.upperBound...])))
    }

    private static func checkEdited(_ document: PresetDocument, _ edit: PresetEdit) {
        let check = PresetCheck(source(document.text), library: library)
        expect(check.preset == document.preset, "read anew it is another preset")
        if case .set(let text) = edit.change, let number = PlainNumber.read(text), let now = document.number(at: edit.path) {
            expect(now == number, "\(edit.path) was set to \(number) and is \(now)")
        }
    }
}

extension SynthParameters {
    static func == (a: SynthParameters, b: SynthParameters) -> Bool {
        ParameterID.allCases.allSatisfy { a[$0].bitPattern == b[$0].bitPattern }
    }
}
