// SPDX-License-Identifier: MIT
/// Makes a railway map from one format of source.
public protocol RailwayImporter {
    /// The files that it reads, and the folders whose files it reads.
    var sources: [String] { get }
    /// Reads the complete source. Synchronous; call it from one thread.
    /// - Parameter progress: Called from time to time on the same thread.
    /// - Returns: The map, with oddities of the source as notes.
    /// - Throws: Why the source cannot be used.
    func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport
}
