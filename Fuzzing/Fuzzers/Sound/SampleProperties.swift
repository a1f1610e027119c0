// SPDX-License-Identifier: MIT
import RainSynthesis

/// Properties of all rendered sound.
enum SampleProperties {
    /// Finite, and within the limiter's ceiling of -1 dBTP.
    static func check(_ output: [Float], isLimited: Bool) {
        let bound: Float = isLimited ? 0.891_251 : .greatestFiniteMagnitude
        for (index, value) in output.enumerated() where !(value.magnitude <= bound) { expect(false, "sample \(index) is \(value)") }
    }

    /// The telemetry is valid too.
    static func check(_ told: Telemetry) {
        for number in [told.peakLeft, told.peakRight, told.powerLeft, told.powerRight, told.limiterGain] {
            expect(number.isFinite && number >= 0, "\(told)")
        }
    }

    /// Identical to the bit; otherwise fails with `words` and the position.
    static func checkSame(_ a: [Float], _ b: [Float], _ words: String, file: StaticString = #fileID, line: UInt = #line) {
        let same = a.count == b.count && zip(a, b).allSatisfy { $0.bitPattern == $1.bitPattern }
        expect(same, "\(words) at \(difference(a, b))", file: file, line: line)
    }

    private static func difference(_ a: [Float], _ b: [Float]) -> String {
        zip(a, b).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }.map { "\($0): \($1.0), \($1.1)" } ?? "\(a.count), \(b.count)"
    }
}
