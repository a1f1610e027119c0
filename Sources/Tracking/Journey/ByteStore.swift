import Synchronization

/// Bytes that are put one behind the other and read again from anywhere: in memory while they are few, then in a temporary file
/// without a name. Any thread.
public final class ByteStore: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var file: NamelessFile?
        var count = 0
    }

    /// Bytes of the file at most: what has no end must not fill the disk.
    private static let mostOnDisk = 16 << 30

    private let source: String
    private let mostInMemory: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - most: bytes that are kept in memory.
    public init(for source: String, inMemory most: Int) {
        self.source = source
        mostInMemory = most
    }

    /// How many there are.
    var count: Int { state.withLock { $0.count } }

    /// Puts more behind what is there.
    /// - Returns: where they begin.
    @discardableResult func append(_ bytes: [UInt8]) throws(InputFault) -> Int {
        try state.withLock { state throws(InputFault) in
            let place = state.count
            if state.file == nil, place + bytes.count > mostInMemory {
                let file = try NamelessFile(for: source)
                try file.write(state.bytes, at: 0)
                state.bytes = []
                state.file = file
            }
            guard place + bytes.count <= Self.mostOnDisk else {
                throw NamelessFile.failure(of: source, "it is longer than \(Self.mostOnDisk >> 30) GB")
            }
            if let file = state.file { try file.write(bytes, at: place) } else { state.bytes += bytes }
            state.count += bytes.count
            return place
        }
    }

    /// So many bytes from a place on, which have been put there.
    func read(_ count: Int, at place: Int) throws(InputFault) -> [UInt8] {
        let (bytes, file) = state.withLock { state in
            (state.file == nil ? Array(state.bytes[place..<place + count]) : [], state.file)
        }
        return if let file { try file.read(count, at: place) } else { bytes }
    }
}
