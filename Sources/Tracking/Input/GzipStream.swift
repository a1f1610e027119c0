// SPDX-License-Identifier: MIT
import CZlib

/// Unpacks gzip data piece by piece as it is read: one member, or several in sequence.
///
/// One owner, from one thread at a time.
private final class GzipStream {
    /// The fault at which the data broke off; nil as long as there is none. Never thrown if the data before it is kept.
    private(set) var fault: InputFault?
    private let source: ByteSource
    private let keepsPartialData: Bool
    // Owned by this class alone and freed in deinit; zlib keeps a pointer to its stream.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    private var unpackedBytes = 0
    private var isBetweenMembers = false
    private var hasEnded = false

    /// Tracks compress twentyfold; data with a higher ratio than this was made to exhaust memory or time.
    private static let highestRatio = 300
    /// The unpacked size in bytes up to which any ratio is accepted.
    private static let harmless = 64 << 20

    /// - Parameter keepsPartialData: true ends the data where it breaks off, and leaves the cause in `fault`; false throws it.
    init(_ source: ByteSource, keepsPartialData: Bool) {
        self.source = source
        self.keepsPartialData = keepsPartialData
        stream.initialize(to: z_stream())
        // The largest window, and a gzip header.
        if inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) != Z_OK {
            fault = broken("it cannot be unpacked: there is not enough memory", "free some memory")
            hasEnded = true
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        packed.deallocate()
    }

    /// Whether these first bytes are gzip's: its magic number and its only method.
    static func isPacked(_ head: ArraySlice<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Fills at most `space`; returns 0 only at the end.
    func read(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        guard space.count > 0 else { return 0 }
        while !hasEnded {
            if stream.pointee.avail_in == 0, try !refill() { break }
            if isBetweenMembers, !beginMember() { continue }
            stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(clamping: space.count)
            let room = Int(stream.pointee.avail_out)
            let status = inflate(stream, Z_NO_FLUSH)
            let got = room - Int(stream.pointee.avail_out)
            unpackedBytes += got
            switch status {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isBetweenMembers = true
            default:
                let cause = stream.pointee.msg.map { ": \(String(cString: $0))" } ?? ""
                breakOff("the gzip data is damaged at byte \(place)\(cause)", "copy or download it again")
            }
            if unpackedBytes > Self.harmless, unpackedBytes / max(1, place) > Self.highestRatio {
                breakOff("\(place) bytes unpack to more than \(unpackedBytes), too many for a track", "check that it is the right file")
            }
            if got > 0 { return got }
        }
        if !keepsPartialData, let fault { throw fault }
        return 0
    }

    /// The number of packed bytes consumed.
    private var place: Int { source.bytesRead - Int(stream.pointee.avail_in) }

    /// - Returns: false at the end.
    private func refill() throws(InputFault) -> Bool {
        let got = try source.read(into: packed)
        stream.pointee.next_in = packed.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(got)
        if got > 0 { return true }
        hasEnded = true
        if !isBetweenMembers { breakOff("the gzip data is truncated after \(place) bytes", "copy or download it again") }
        return false
    }

    /// Advances to the next member; zeros between members are padding.
    /// - Returns: false if there is none yet.
    private func beginMember() -> Bool {
        while stream.pointee.avail_in > 0, let next = stream.pointee.next_in, next.pointee == 0 {
            stream.pointee.next_in = next + 1
            stream.pointee.avail_in -= 1
        }
        guard stream.pointee.avail_in > 0, let next = stream.pointee.next_in else { return false }
        guard next.pointee == 0x1F else {
            breakOff("unknown data follows the gzip data at byte \(place)", "copy or download it again")
            return false
        }
        isBetweenMembers = false
        inflateReset(stream)
        return true
    }

    private func breakOff(_ message: String, _ remedy: String) {
        hasEnded = true
        if fault == nil { fault = broken(message, remedy) }
    }

    private func broken(_ message: String, _ remedy: String) -> InputFault {
        InputFault(
            kind: .malformed, source: source.name, line: 0, message: message,
            remedy: keepsPartialData ? "\(remedy); the part before it was used" : remedy)
    }
}

extension ByteSource {
    /// The bytes unchanged, or unpacked if they are gzip data; a fault in them is thrown when it is reached.
    /// - Throws: `unreadable`.
    public func unpacked() throws(InputFault) -> ByteSource {
        guard try isPacked() else { return self }
        let stream = GzipStream(self, keepsPartialData: false)
        return ByteSource(name: name) { space throws(InputFault) in try stream.read(into: space) }
    }

    /// Whether it is gzip data. Not called for a live line, where such bytes would be noise.
    func isPacked() throws(InputFault) -> Bool {
        guard !isLine else { return false }
        // Peeks as many bytes as arrive at once, so that the next peek finds more than the magic number.
        return GzipStream.isPacked(try peek(atMost: TrackFormat.headSize) { !$0.isEmpty && ($0.count >= 3 || $0.first != 0x1F) })
    }
}

/// Reads a track from gzip data; if the data breaks off, it returns the fault after everything before it.
struct UnpackingReader: FixReader {
    private var reader: any FixReader
    private let stream: GzipStream
    private var isFaultReturned = false

    init(_ source: ByteSource, _ open: (ByteSource) throws(InputFault) -> any FixReader) throws(InputFault) {
        let stream = GzipStream(source, keepsPartialData: true)
        self.stream = stream
        do throws(InputFault) {
            let bytes = ByteSource(name: source.name) { space throws(InputFault) in try stream.read(into: space) }
            guard try !bytes.isPacked() else {
                throw InputFault(
                    kind: .unknownFormat, source: source.name, line: 0, message: "the data is compressed more than once",
                    remedy: "decompress it once with gunzip")
            }
            reader = try open(bytes)
        } catch {
            throw stream.fault ?? error
        }
    }

    var extraNames: [String] { reader.extraNames }
    var notes: [String] { reader.notes }
    var documentTracks: [DocumentTrack] { reader.documentTracks }

    mutating func next() throws(InputFault) -> ReaderItem? {
        do throws(InputFault) {
            if let item = try reader.next() { return item }
        } catch {
            // A fault in the gzip data is the cause of the reader's error.
            throw stream.fault ?? error
        }
        guard !isFaultReturned, let fault = stream.fault else { return nil }
        isFaultReturned = true
        return .fault(fault)
    }
}
