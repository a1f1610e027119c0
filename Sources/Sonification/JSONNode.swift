/// A JSON value whose members keep their order.
indirect enum JSONNode {
    case object([(String, JSONNode)])
    case array([JSONNode])
    case text(String)
    case number(Double)
    case whole(Int)
    case bool(Bool)

    /// Indented text, the same bytes every time.
    func written(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .object(let members) where members.isEmpty: return "{}"
        case .object(let members):
            let lines = members.map { "\(inner)\(JSONText.quoted($0.0)): \($0.1.written(inner))" }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let items) where items.allSatisfy(\.isPlain):
            return "[" + items.map { $0.written(inner) }.joined(separator: ", ") + "]"
        case .array(let items):
            return "[\n" + items.map { inner + $0.written(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .text(let text): return JSONText.quoted(text)
        case .number(let number): return JSONText.number(number, text: "\(number)")
        case .whole(let number): return "\(number)"
        case .bool(let flag): return flag ? "true" : "false"
        }
    }

    private var isPlain: Bool {
        switch self {
        case .object, .array: false
        default: true
        }
    }
}
