// SPDX-License-Identifier: MIT
import Synchronization

/// An append-only store of bytes that can be read from any offset: in memory while it is small, then in an unnamed temporary
/// file. Any thread.
public final class ByteStore: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var file: NamelessFile?
        var count = 0
    }

    /// The maximum size of the file in bytes: an endless input must not fill the disk.
    private static let mostOnDisk = 16 << 30

    private let source: String
    private let mostInMemory: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - most: the bytes that are kept in memory.
    public init(for source: String, inMemory most: Int) {
        self.source = source
        mostInMemory = most
    }

    /// The number of bytes.
    var count: Int { state.withLock { $0.count } }

    /// Appends bytes.
    /// - Returns: their offset.
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

    /// Reads bytes that were appended before.
    func read(_ count: Int, at place: Int) throws(InputFault) -> [UInt8] {
        let (bytes, file) = state.withLock { state in
            (state.file == nil ? Array(state.bytes[place..<place + count]) : [], state.file)
        }
        return if let file { try file.read(count, at: place) } else { bytes }
    }
}
