// SPDX-License-Identifier: MIT
import Foundation

@testable import RainSynthesis
@testable import Sonification
@testable import Tracking

extension Fuzzer {
    /// Numbers, times, positions, notes and names as users write them on the command line and in files.
    static let numbers = Fuzzer("numbers", longest: 80) { bytes in
        bytes.withUnsafeBufferPointer { buffer in
            for comma in [false, true] { checkDecimal(buffer, comma: comma) }
            if let time = TimeText.iso8601(buffer) { ReaderProperties.check(time) }
            for unit: Int64? in [nil, 1, 1_000, 1_000_000, 1_000_000_000] {
                if let time = TimeText.count(buffer, unit: unit) { ReaderProperties.check(time) }
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let number = PlainNumber.read(text) {
            expect(
                PlainNumber.read(PlainNumber.write(number)) == number || PlainNumber.write(number).count > 40,
                "\(number) writes as \(PlainNumber.write(number))")
            _ = PlainNumber.display(number)
        }
        if let note = Note(text) { expect(note.frequency.isFinite && note.frequency > 0, "\(note)") }
        // A base value of an unknown parameter reads back as another path; the check refuses both.
        if let path = PresetPath(text), path.parameter.map({ ParameterTable.spec(named: $0) != nil }) ?? true {
            expect(PresetPath("\(path)") == path, "\(path) reads back as \(String(describing: PresetPath("\(path)")))")
        }
        _ = ColumnMeaning(named: text)
        _ = Unit.named(text)
        _ = NearestName.of(text, in: ParameterTable.all.map(\.name))
    }

    /// Compares with Swift's own parser, which rounds correctly.
    private static func checkDecimal(_ buffer: UnsafeBufferPointer<UInt8>, comma: Bool) {
        guard let value = DecimalText.double(buffer, decimalComma: comma) else { return }
        expect(value.isFinite, "\(value)")
        var text = String(decoding: DecimalText.trimmed(buffer), as: UTF8.self)
        if comma { text = text.replacing(",", with: ".") }
        expect(Double(text) == value, "'\(text)' reads as \(value)")
    }
}
