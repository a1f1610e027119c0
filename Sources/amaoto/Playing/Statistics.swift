// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis

/// The figures written by `--stats`: one JSON object, its keys in the given order.
enum Statistics {
    /// A figure that may have a fraction always shows one.
    static func figure(_ value: Double) -> JSONValue { value.isFinite ? .digits("\(value)") : .null }

    /// Writes them to a file that has been opened before the work began: after a long ride it would be too late to refuse it.
    static func write(
        to file: LineFile, _ values: [(String, JSONValue)], telemetry: Telemetry, _ rest: [(String, JSONValue)]
    ) throws {
        let counts: [(String, JSONValue)] = [
            ("startedDrops", .whole(telemetry.startedDrops)), ("raindrops", .whole(telemetry.raindrops)),
            ("yieldedDrops", .whole(telemetry.yieldedDrops)), ("refusedGrains", .whole(telemetry.refusedGrains)),
            ("peakActiveDrops", .whole(telemetry.peakActiveDrops)), ("lateEntries", .whole(telemetry.lateEntries)),
        ]
        file.write(JSONValue.object(values + counts + rest).indented())
        try file.close()
    }
}
