// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import TestTraits
import Testing

/// The results of Python's `json`, for comparison with ours.
enum PythonJSON {
    /// Reads documents in hexadecimal, one per line, and prints each one's value in the form of `canonical`; `-` for a refused
    /// one.
    private static let script = """
        import json, struct, sys
        def text(value): return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode().hex()
        def canonical(value):
            if value is None: return "null"
            if isinstance(value, bool): return "true" if value else "false"
            if isinstance(value, float): return struct.pack(">d", value).hex()
            if isinstance(value, str): return "'" + text(value) + "'"
            if isinstance(value, list): return "[" + ",".join(map(canonical, value)) + "]"
            return "{" + ",".join(sorted("'" + text(k) + "':" + canonical(v) for k, v in value.items())) + "}"
        def number(digits):
            value = float(digits)
            if value in (float("inf"), float("-inf")): raise ValueError("too large")
            return value
        for line in sys.stdin:
            try:
                document = bytes.fromhex(line.strip()).decode("utf-8-sig", "replace")
                print(canonical(json.loads(document, parse_float=number, parse_int=number, parse_constant=lambda word: None)))
            except (ValueError, RecursionError):
                print("-")
        """

    /// - Returns: the canonical form of each document's value; nil for one that Python refuses.
    static func read(_ documents: [[UInt8]]) throws -> [String?] {
        let input = Data(documents.map { hexadecimal($0) + "\n" }.joined().utf8)
        let output = try ProgramRun.output(of: ["/usr/bin/python3", "-c", script], input: input)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        try #require(lines.count == documents.count)
        return lines.map { $0 == "-" ? nil : String($0) }
    }

    /// A form of a value that is the same for equal values: names and texts in hexadecimal, numbers by their bits.
    static func canonical(_ value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .text(let text): return "'\(hexadecimal(Array(text.utf8)))'"
        case .digits(let digits):
            let bits = String((Double(digits) ?? .nan).bitPattern, radix: 16)
            return String(repeating: "0", count: 16 - bits.count) + bits
        case .array(let items): return "[" + items.map(canonical).joined(separator: ",") + "]"
        case .object(let members):
            let names = Set(members.map { Array($0.name.utf8) })
            let parts = names.map { name in
                let value = members.last { Array($0.name.utf8) == name }?.value ?? .null
                return "'\(hexadecimal(name))':\(canonical(value))"
            }
            return "{" + parts.sorted().joined(separator: ",") + "}"
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
