import CZip
import Tracking

/// A zip archive opened for reading; its members are unpacked as they are read, never as a whole.
///
/// One owner, from one thread at a time.
final class ZipArchive {
    struct Member {
        var name: String
        fileprivate var index: UInt64
        /// Unpacked bytes.
        var size: UInt64
        fileprivate var packedSize: UInt64
    }

    let path: String
    let members: [Member]
    // Owned by this class alone and closed in deinit.
    private let archive: OpaquePointer

    /// Tables of text shrink to a tenth, at best to a fiftieth; a member that claims more than this is made to fill memory.
    private static let highestRatio: UInt64 = 300
    /// Below this size no ratio does harm.
    private static let harmless: UInt64 = 64 << 20

    /// - Throws: `unreadable` when it cannot be opened, `malformed` when it is no zip archive.
    init(_ path: String) throws(RailwayError) {
        self.path = path
        var code: Int32 = 0
        guard let opened = zip_open(path, ZIP_RDONLY, &code) else {
            let isBroken = [ZIP_ER_NOZIP, ZIP_ER_INCONS, ZIP_ER_EOF].contains(code)
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            let cause = String(cString: zip_error_strerror(&error))
            throw RailwayError(
                kind: isBroken ? .malformed : .unreadable, source: path,
                message: isBroken ? "it is no zip archive, or a cut one (\(cause))" : "it cannot be opened: \(cause)",
                remedy: isBroken ? "download it again, or unpack it and name the folder" : "check the name and your right to read it")
        }
        archive = opened
        var members: [Member] = []
        for index in 0..<UInt64(max(0, zip_get_num_entries(opened, 0))) {
            var status = zip_stat_t()
            zip_stat_init(&status)
            guard zip_stat_index(opened, index, 0, &status) == 0, let name = status.name else { continue }
            members.append(Member(name: String(cString: name), index: index, size: status.size, packedSize: status.comp_size))
        }
        self.members = members
    }

    deinit { zip_discard(archive) }

    /// The bytes of a member. The source keeps the archive open.
    /// - Throws: `malformed` for a member that unpacks to far more than text does or that cannot be unpacked.
    func source(_ member: Member) throws(RailwayError) -> ByteSource {
        if member.size > Self.harmless, member.size / max(1, member.packedSize) > Self.highestRatio {
            throw RailwayError(
                kind: .malformed, source: path, place: member.name,
                message: "\(member.packedSize) bytes claim to unpack to \(member.size): no table does that",
                remedy: "take the archive from its publisher")
        }
        let title = "\(path):\(member.name)"
        guard let stream = ZipMemberStream(archive: self, index: member.index, title: title, size: member.size) else {
            throw RailwayError(
                kind: .malformed, source: path, place: member.name, message: "it cannot be unpacked: \(cause)",
                remedy: "unpack the archive with another program and name the folder")
        }
        return ByteSource(name: title) { space throws(InputFault) in try stream.read(into: space) }
    }

    private var cause: String { String(cString: zip_strerror(archive)) }

    /// For the stream alone, which keeps this object alive as long as it reads.
    fileprivate func open(_ index: UInt64) -> OpaquePointer? { zip_fopen_index(archive, index, 0) }
}

/// One member being unpacked.
private final class ZipMemberStream {
    private let archive: ZipArchive
    // Owned by this class alone and closed in deinit.
    private let file: OpaquePointer
    private let title: String
    private let size: UInt64
    private var read: UInt64 = 0

    init?(archive: ZipArchive, index: UInt64, title: String, size: UInt64) {
        guard let file = archive.open(index) else { return nil }
        self.archive = archive
        self.file = file
        self.title = title
        self.size = size
    }

    deinit { zip_fclose(file) }

    func read(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        guard let start = space.baseAddress, space.count > 0 else { return 0 }
        let got = zip_fread(file, start, UInt64(space.count))
        if got < 0 { throw fault(String(cString: zip_file_strerror(file))) }
        read += UInt64(got)
        if read > size { throw fault("it holds more than the \(size) bytes that it declares") }
        return Int(got)
    }

    private func fault(_ message: String) -> InputFault {
        InputFault(
            kind: .malformed, source: title, line: 0, message: "it cannot be unpacked: \(message)", remedy: "download the archive again")
    }
}
