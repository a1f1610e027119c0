// SPDX-License-Identifier: MIT
import PlainText

/// The query form in which phones post a position: `id=7&lat=35.5&lon=139.5&timestamp=...`, alone or in a complete URL.
enum QueryText {
    /// The maximum number of fields: more than any phone sends.
    private static let mostFields = 64
    /// The name of the speed in GPSLogger's own URL; too short to mean speed anywhere else.
    private static let speedOfGPSLogger = "s"

    /// Whether the bytes may be a query: they name a latitude.
    static func isQuery(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = DecimalText.trimmed(bytes).first, first != 0x7B, first != 0x5B else { return false }
        let text = query(bytes)
        return text.split(separator: 0x26, maxSplits: mostFields).contains {
            $0.starts(with: Array("lat=".utf8)) || $0.starts(with: Array("latitude=".utf8))
        }
    }

    /// The query as one JSON object whose values are all strings; nil if it is not UTF-8.
    static func json(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var json: [UInt8] = [0x7B]
        var count = 0
        for field in query(bytes).split(separator: 0x26) {
            guard count < mostFields else { break }
            let parts = field.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { continue }
            if count > 0 { json.append(0x2C) }
            count += 1
            guard let name = decoded(parts[0]), let value = decoded(parts[1]) else { return nil }
            JSONText.append(name == speedOfGPSLogger ? "spd" : name, to: &json)
            json.append(0x3A)
            JSONText.append(value, to: &json)
        }
        json.append(0x7D)
        return json
    }

    /// The bytes between `?` and a space.
    private static func query(_ bytes: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8> {
        var text = ArraySlice(DecimalText.trimmed(bytes))
        if let mark = text.firstIndex(of: 0x3F) {
            text = text[(mark + 1)...]
        }
        return text.prefix { $0 != 0x20 && $0 != 0x23 }
    }

    /// Decodes percent signs; nil if the result is not UTF-8.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            var byte = text[index]
            index += 1
            if byte == 0x25, index + 1 < text.endIndex, let high = DecimalText.hexadecimalDigit(text[index]),
                let low = DecimalText.hexadecimalDigit(text[index + 1])
            {
                byte = high << 4 | low
                index += 2
            }
            // A plus is a space in forms, but also the sign of a time zone that was not percent-encoded. Reading it as a space
            // would break the zone, so it is kept.
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
