// SPDX-License-Identifier: MIT
/// A complete request.
public struct HTTPRequest: Sendable {
    public var method: String
    /// The raw target, percent-encoded: `/pub?id=7&lat=35.5`.
    var target: String
    /// The values by lower-case name; a repeated header keeps all its values in order.
    var headers: [String: [String]]
    public var body: [UInt8] = []

    public init(method: String, target: String, headers: [String: [String]] = [:]) {
        self.method = method
        self.target = target
        self.headers = headers
    }

    /// The first value of a header; `name` is in lower case.
    public func header(_ name: String) -> String? { headers[name]?.first }

    /// The part before the question mark, decoded.
    public var path: String { Self.decoded(target.utf8.prefix { $0 != UInt8(ascii: "?") }) }

    /// The part after the question mark, still encoded; nil without one.
    public var query: Substring? {
        target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
    }

    /// Decodes percent escapes; anything that is not a valid escape stays.
    public static func decoded(_ text: some Collection<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            let code = rest.prefix(2)
            if byte == UInt8(ascii: "%"), code.count == 2, code.allSatisfy({ isDigit($0) }),
                let value = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
