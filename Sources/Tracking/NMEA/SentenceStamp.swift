// SPDX-License-Identifier: MIT
/// The text with which a logger or a server begins the line of a sentence: a tag block (`\s:GPS,c:1749886200*5A\`), a time
/// (`2026-06-14T07:30:00Z `, `[07:30:00] `, `1749886200000;0183-1;`) or the other columns of a table, with the sentence in quotes;
/// `NMEA,` in Android's logs.
///
/// Any other begins with a digit or bracket, has a colon or the ten digits of a Unix time, which no part of a sentence has, and does not
/// end with a letter or digit.
struct SentenceStamp {
    private static let unixDigits = 10
    private static let label = Array("NMEA,".utf8)

    private var isPossible: Bool
    private var isLabel: Bool
    private var count = 0
    private var hasTime = false
    private var digits = 0
    private var endsInWord = false

    init(isPossible: Bool = false) {
        self.isPossible = isPossible
        isLabel = isPossible
    }

    /// Whether a sentence may follow.
    var isWhole: Bool { isPossible && hasTime && !endsInWord || isLabel && count == Self.label.count }

    mutating func take(_ byte: UInt8) {
        let isDigit = (0x30...0x39).contains(byte)
        if count == 0 { isPossible = isPossible && (isDigit || byte == 0x5B || byte == 0x5C) }
        isLabel = isLabel && count < Self.label.count && byte == Self.label[count]
        count += 1
        if byte != 0x09, !(0x20..<0x7F).contains(byte) { isPossible = false }
        digits = isDigit ? digits + 1 : 0
        if byte == 0x3A || digits == Self.unixDigits { hasTime = true }
        endsInWord = isDigit || (0x41...0x5A).contains(byte & 0xDF)
    }
}
