// SPDX-License-Identifier: MIT
/// Decodes the bytes that a terminal sends, however they are split, into keys: UTF-8, control characters, xterm's sequences,
/// mouse reports (SGR) and bracketed paste. Unknown sequences are skipped.
public struct KeyDecoder: Sendable {
    /// Longer sequences are discarded.
    private static let longestSequence = 64
    /// Longer pastes are cut off.
    private static let longestPaste = 1 << 16
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var pending: [UInt8] = []
    /// The text pasted so far; nil outside a paste.
    private var pasted: [UInt8]?
    /// True inside a sequence that has become too long; what follows is discarded up to its end.
    private var isDiscarding = false

    public init() {}

    /// True while the bytes end inside a sequence. Call `flush` when nothing follows within a moment.
    var isUnfinished: Bool { !pending.isEmpty || isDiscarding }

    /// Adds bytes and returns the keys that are complete with them.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyPress] {
        pending.append(contentsOf: bytes)
        var keys: [KeyPress] = []
        while !pending.isEmpty, let used = step(&keys) { pending.removeFirst(min(used, pending.count)) }
        return keys
    }

    /// Ends an unfinished sequence: a lone ESC becomes the Escape key, ESC with `[` or `O` two keys; a longer half is dropped.
    mutating func flush() -> [KeyPress] {
        guard pasted == nil else { return [] }
        defer { (pending, isDiscarding) = ([], false) }
        guard pending.first == 0x1B, pending.count < 3 else { return [] }
        return [KeyPress(.escape)] + pending.dropFirst().map { KeyPress(.character(Character(UnicodeScalar($0)))) }
    }

    /// Decodes one key from the front of `pending`.
    /// - Returns: How many bytes it took; nil when the key is incomplete.
    private mutating func step(_ keys: inout [KeyPress]) -> Int? {
        if pasted != nil { return paste(&keys) }
        if isDiscarding { return discard() }
        let first = pending[0]
        guard first == 0x1B else { return plain(&keys) }
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return sequence(&keys)
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            if let key = Self.letterKey(pending[2]) { keys.append(KeyPress(key)) }
            return 3
        // A key with Alt is sent as ESC and the key, as are Escape and a key right after it. Nothing uses Alt, so it is Escape.
        default:
            keys.append(KeyPress(.escape))
            return 1
        }
    }

    /// Decodes a control character or one UTF-8 scalar and returns its length.
    private func plain(_ keys: inout [KeyPress]) -> Int? {
        let first = pending[0]
        switch first {
        case 0x09: keys.append(KeyPress(.tab))
        case 0x0A, 0x0D: keys.append(KeyPress(.enter))
        case 0x08, 0x7F: keys.append(KeyPress(.backspace))
        case 0x00: break
        case 0x01...0x1A: keys.append(KeyPress(.character(Character(UnicodeScalar(first + 0x60))), .control))
        case 0x1B...0x1F: break
        case 0x20...0x7E: keys.append(KeyPress(.character(Character(UnicodeScalar(first)))))
        default: return scalar(&keys)
        }
        return 1
    }

    private func scalar(_ keys: inout [KeyPress]) -> Int? {
        let first = pending[0]
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
        guard length > 1 else { return 1 }
        let available = pending.prefix(length)
        // A byte that cannot continue the character ends it: the character is broken.
        if let broken = available.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return broken }
        guard available.count == length else { return nil }
        if let text = String(validating: available, as: UTF8.self), let character = text.first,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        {
            keys.append(KeyPress(.character(character)))
        }
        return length
    }

    // MARK: Sequences

    /// Decodes a CSI sequence: ESC [, parameters, a final byte.
    private mutating func sequence(_ keys: inout [KeyPress]) -> Int? {
        guard let end = endOfSequence(from: 2) else {
            isDiscarding = pending.count > Self.longestSequence
            return isDiscarding ? pending.count : nil
        }
        // A broken sequence ends before the byte that cannot belong to it.
        guard (0x40...0x7E).contains(pending[end]) else { return end }
        guard end <= Self.longestSequence else { return end + 1 }
        let text = pending[2..<end], final = pending[end]
        if text.first == UInt8(ascii: "<") {
            if let report = Self.mouse(Self.numbers(text.dropFirst()), final) { keys.append(report) }
            return end + 1
        }
        let numbers = Self.numbers(text)
        let modifiers = KeyPress.Modifiers(rawValue: max(0, (numbers.dropFirst().first ?? 1) - 1) & 7)
        switch final {
        case UInt8(ascii: "~"):
            if numbers.first == 200 {
                pasted = []
            } else if let key = Self.numberedKey(numbers.first ?? 0) {
                keys.append(KeyPress(key, modifiers))
            }
        case UInt8(ascii: "Z"): keys.append(KeyPress(.tab, .shift))
        default: if let key = Self.letterKey(final) { keys.append(KeyPress(key, modifiers)) }
        }
        return end + 1
    }

    /// Discards the rest of a sequence that is too long.
    private mutating func discard() -> Int {
        guard let end = endOfSequence(from: 0) else { return pending.count }
        isDiscarding = false
        return (0x40...0x7E).contains(pending[end]) ? end + 1 : end
    }

    /// The index of the first byte that is not a parameter.
    private func endOfSequence(from start: Int) -> Int? {
        pending.dropFirst(start).firstIndex { !(0x20...0x3F).contains($0) }
    }

    private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
        text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            // No terminal sends numbers of more than six digits.
            $0.count <= 6 ? Int(String(decoding: $0, as: UTF8.self)) ?? 0 : 0
        }
    }

    private static func letterKey(_ final: UInt8) -> KeyPress.Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
        default: nil
        }
    }

    private static func numberedKey(_ number: Int) -> KeyPress.Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    /// Button, column and row, both from 1; the final byte `m` is a release.
    private static func mouse(_ numbers: [Int], _ final: UInt8) -> KeyPress? {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let button = numbers[0]
        let action: MouseReport.Action
        switch (final, button & 0b1110_0011) {
        case (UInt8(ascii: "m"), _): action = .release
        case (_, 0): action = .press
        case (_, 32): action = .drag
        case (_, 64): action = .wheelUp
        case (_, 65): action = .wheelDown
        default: return nil
        }
        let report = MouseReport(action: action, column: numbers[1] - 1, row: numbers[2] - 1)
        return KeyPress(.mouse(report), KeyPress.Modifiers(rawValue: button >> 2 & 7))
    }

    // MARK: Paste

    private mutating func paste(_ keys: inout [KeyPress]) -> Int? {
        let end = Self.pasteEnd
        // Take everything that cannot be the beginning of the end marker.
        var length = 0
        while length < pending.count, !end.starts(with: pending[length...].prefix(end.count)) { length += 1 }
        let text = (pasted ?? []) + pending[..<length]
        pasted = Array(text.prefix(Self.longestPaste))
        guard pending.count - length >= end.count else { return length > 0 ? length : nil }
        keys.append(KeyPress(.paste(String(decoding: pasted ?? [], as: UTF8.self))))
        pasted = nil
        return length + end.count
    }
}
