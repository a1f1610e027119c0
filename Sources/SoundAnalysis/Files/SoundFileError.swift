import PlainText

/// Why a sound file could not be read: where, what, and what to do.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's path, or `stdin`; with the second of sound where reading broke, if it had begun.
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
