/// Makes a railway map from one kind of source.
public protocol RailwayImporter {
    /// The files that it reads, and the folders whose files it reads.
    var sources: [String] { get }
    /// Reads the whole source. Synchronous; call it from one thread.
    /// - Parameter progress: called now and then on the same thread.
    /// - Throws: what keeps the source from being used at all; what is merely odd lands in the notes.
    func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport
}
