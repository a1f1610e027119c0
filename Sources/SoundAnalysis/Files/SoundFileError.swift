// SPDX-License-Identifier: MIT
import PlainText

/// Why a sound file could not be read: the file, the cause and the remedy.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's path, or `stdin`; with the time in seconds at which reading failed, if it had begun.
    var place: String
    var cause: String
    var remedy: String

    public var description: String { "\(place): \(cause); \(remedy)".visible }
}
