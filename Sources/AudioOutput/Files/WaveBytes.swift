// SPDX-License-Identifier: MIT
/// Little-endian bytes under construction.
struct WaveBytes {
    var bytes: [UInt8] = []
    mutating func text(_ text: String) { bytes += Array(text.utf8) }
    mutating func word(_ value: Int) { number(Int64(value), 2) }
    mutating func long(_ value: Int) { number(Int64(value), 4) }
    mutating func quad(_ value: Int64) { number(value, 8) }
    private mutating func number(_ value: Int64, _ count: Int) {
        for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Int64(place)))) }
    }
    /// Appends a chunk with its name and size, padded to an even length.
    mutating func chunk(_ name: String, _ content: WaveBytes) {
        text(name)
        long(content.bytes.count)
        bytes += content.bytes
        if bytes.count % 2 == 1 { bytes.append(0) }
    }
}
