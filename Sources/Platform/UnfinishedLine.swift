// SPDX-License-Identifier: MIT
/// Holds back the unfinished line of a stream until its end arrives, so that it is discarded if the connection is lost before:
/// half a sentence without its checksum could pass for a whole one. Binary messages have no lines and pass at once. Value type.
package struct UnfinishedLine {
    /// Bytes; longer than the lines of receivers and of gpsd. A longer one passes in parts.
    private static let longest = 1 << 14

    private var held: [UInt8] = []
    /// True if the last byte that passed is inside a line or a binary message.
    private var isOpen = false

    package init() {}

    /// Takes the next piece of the stream.
    /// - Returns: The bytes that may be read now; often none.
    package mutating func take(_ piece: some Collection<UInt8>) -> [UInt8] {
        held += piece
        let end = held.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        let isLine = held.count - end <= Self.longest && held[end...].allSatisfy { $0 >= 0x20 || $0 == 0x09 }
        let ready = isLine ? Array(held[..<end]) : held
        held.removeFirst(ready.count)
        if !ready.isEmpty { isOpen = !isLine }
        return ready
    }

    /// Discards what is held: the stream was lost, and another begins.
    /// - Returns: A line break if the last line or message that passed is incomplete, so that it is not joined with what follows.
    package mutating func discard() -> [UInt8] {
        defer { self = UnfinishedLine() }
        return isOpen ? [0x0A] : []
    }

    /// Returns what is held: the stream has ended by itself, and its last line may lack its break.
    package mutating func rest() -> [UInt8] {
        defer { self = UnfinishedLine() }
        return held
    }
}
