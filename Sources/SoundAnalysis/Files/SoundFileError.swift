// SPDX-License-Identifier: MIT
import PlainText

/// Why a sound file could not be read: the file, the cause and the remedy.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's path, or `stdin`; with the time in seconds at which reading failed, if it had begun.
    public var place: String
    public var cause: String
    public var remedy: String

    public init(place: String, cause: String, remedy: String) {
        self.place = place
        self.cause = cause
        self.remedy = remedy
    }

    public var description: String { "\(place): \(cause); \(remedy)".visible }
}
