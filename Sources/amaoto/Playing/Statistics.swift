// SPDX-License-Identifier: MIT
import PlainText
import Platform
import RainSynthesis

/// The figures written by `--stats`: one JSON object, its keys in the given order.
enum Statistics {
    /// A figure that may have a fraction always shows one.
    static func figure(_ value: Double) -> JSONValue { value.isFinite ? .digits("\(value)") : .null }

    static func write(
        to path: String, _ claims: OutputClaims, whenSlow: BackpressurePolicy = .waits, interrupts: Interrupts,
        _ values: [(String, JSONValue)], telemetry: Telemetry, _ rest: [(String, JSONValue)]
    ) throws {
        let counts: [(String, JSONValue)] = [
            ("startedDrops", .whole(telemetry.startedDrops)), ("raindrops", .whole(telemetry.raindrops)),
            ("yieldedDrops", .whole(telemetry.yieldedDrops)), ("refusedGrains", .whole(telemetry.refusedGrains)),
            ("peakActiveDrops", .whole(telemetry.peakActiveDrops)), ("lateEntries", .whole(telemetry.lateEntries)),
        ]
        let text = JSONValue.object(values + counts + rest).indented() + "\n"
        try LineFile.write(text, to: path, claims, whenSlow: whenSlow, interrupts: interrupts)
    }
}
