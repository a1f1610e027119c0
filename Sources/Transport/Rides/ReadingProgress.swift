// SPDX-License-Identifier: MIT

/// How far an input has been read.
public struct ReadingProgress: Sendable {
    /// The input's name in messages.
    public var title: String
    /// The share of the file's bytes that has been read, 0 to 1.
    public var share: Double
    /// The tracker's updates so far. They come after the bytes, since a file's fixes are put in order first.
    public var updates: Int

    public init(title: String, share: Double, updates: Int) {
        self.title = title
        self.share = share
        self.updates = updates
    }
}
