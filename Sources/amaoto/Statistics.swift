import Foundation

/// The figures that `--stats` writes: one JSON object, its keys in the order given.
enum Statistics {
    enum Value {
        case text(String), integer(Int64), number(Double), flag(Bool)

        var json: String {
            switch self {
            case .text(let text): "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            case .integer(let value): "\(value)"
            case .number(let value): value.isFinite ? "\(value)" : "null"
            case .flag(let value): "\(value)"
            }
        }
    }

    static func write(
        to path: String, whenSlow: SlowReader = .waits, interrupts: Interrupts, _ values: [(name: String, value: Value)]
    ) throws {
        let file = try LineFile(path, whenSlow: whenSlow, interrupts: interrupts)
        file.write("{\n" + values.map { "  \"\($0.name)\": \($0.value.json)" }.joined(separator: ",\n") + "\n}")
        try file.close()
    }
}
