// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Platform
import RainSynthesis

/// The figures written by `--stats`: one JSON object, its keys in the given order.
enum Statistics {
    enum Value {
        case text(String), integer(Int64), seed(UInt64), number(Double), flag(Bool)

        var json: JSONValue {
            switch self {
            case .text(let text): .text(text)
            case .integer(let value): .whole(value)
            case .seed(let value): .whole(value)
            // A figure that may have a fraction always shows one.
            case .number(let value): value.isFinite ? .digits("\(value)") : .null
            case .flag(let value): .bool(value)
            }
        }
    }

    static func write(
        to path: String, _ claims: OutputClaims, whenSlow: BackpressurePolicy = .waits, interrupts: Interrupts,
        _ values: [(name: String, value: Value)], telemetry: Telemetry, _ rest: [(name: String, value: Value)]
    ) throws {
        let counts: [(name: String, value: Value)] = [
            ("startedDrops", .integer(telemetry.startedDrops)), ("raindrops", .integer(telemetry.raindrops)),
            ("yieldedDrops", .integer(telemetry.yieldedDrops)), ("refusedGrains", .integer(telemetry.refusedGrains)),
            ("peakActiveDrops", .integer(Int64(telemetry.peakActiveDrops))), ("lateEntries", .integer(telemetry.lateEntries)),
        ]
        let file = try LineFile(path, claims, whenSlow: whenSlow, interrupts: interrupts)
        file.write(JSONValue.object((values + counts + rest).map { ($0.name, $0.value.json) }).indented())
        try file.close()
    }
}
