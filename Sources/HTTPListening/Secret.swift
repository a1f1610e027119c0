// SPDX-License-Identifier: MIT
/// A shared secret that requests must present; never empty.
public struct Secret: Sendable {
    private let bytes: [UInt8]

    /// The secret as given.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Draws 128 random bits, written as hexadecimal digits.
    public static func drawn() -> Secret {
        let digits = Array("0123456789abcdef".utf8)
        return Secret(bytes: (0..<32).map { _ in digits[Int.random(in: 0..<16)] })
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Nil for an empty text.
    public init?(_ text: some StringProtocol) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }

    /// Compares in constant time, so that the duration does not reveal how much of `text` was right.
    public func matches(_ text: some StringProtocol) -> Bool {
        let other = Array(text.utf8)
        return other.count == bytes.count && zip(other, bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
