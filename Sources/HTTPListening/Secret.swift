/// A word that whoever asks must know. There is no empty one.
public struct Secret: Sendable {
    private let bytes: [UInt8]

    /// As it was given.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Nil for an empty text.
    public init?(_ text: some StringProtocol) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }

    /// Whether that is it; found in a time that does not tell how much of it was right.
    public func matches(_ text: some StringProtocol) -> Bool {
        let other = Array(text.utf8)
        return other.count == bytes.count && zip(other, bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
