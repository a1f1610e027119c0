// SPDX-License-Identifier: MIT
import CZip

/// A zip archive opened for reading; its members are unpacked as they are read, never at once.
///
/// One owner, from one thread at a time.
package final class ZipArchive {
    package struct Member {
        package var name: String
        fileprivate var index: UInt64
        /// The unpacked size in bytes.
        package var size: UInt64
        fileprivate var packedSize: UInt64
    }

    let path: String
    package let members: [Member]
    // Both owned by this class alone; closed and freed in deinit, the bytes last.
    private let archive: OpaquePointer
    private let bytes: UnsafeMutableRawBufferPointer?

    /// Texts compress tenfold, at best fiftyfold; a member with a higher ratio than this was made to exhaust memory.
    private static let highestRatio: UInt64 = 300
    /// The unpacked size in bytes up to which any ratio is accepted.
    private static let harmless: UInt64 = 64 << 20

    /// - Throws: `unreadable` if it cannot be opened, `malformed` if it is not a zip archive.
    package convenience init(_ path: String) throws(InputFault) {
        var code: Int32 = 0
        guard let opened = zip_open(path, ZIP_RDONLY, &code) else {
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            throw Self.fault(path, &error)
        }
        self.init(path, opened, nil)
    }

    /// Opens an archive from a byte source, which is first read to its end.
    /// - Parameter most: the maximum size in bytes.
    /// - Throws: `malformed` if it is longer or not a zip archive, `unreadable`.
    convenience init(_ source: ByteSource, atMost most: Int) throws(InputFault) {
        let whole = try source.whole(atMost: most)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, whole.count), alignment: 1)
        bytes.copyBytes(from: whole)
        var error = zip_error_t()
        zip_error_init(&error)
        guard let buffer = zip_source_buffer_create(bytes.baseAddress, UInt64(whole.count), 0, &error) else {
            bytes.deallocate()
            throw Self.fault(source.name, &error)
        }
        guard let opened = zip_open_from_source(buffer, ZIP_RDONLY, &error) else {
            zip_source_free(buffer)
            bytes.deallocate()
            throw Self.fault(source.name, &error)
        }
        zip_error_fini(&error)
        self.init(source.name, opened, bytes)
    }

    private init(_ path: String, _ opened: OpaquePointer, _ bytes: UnsafeMutableRawBufferPointer?) {
        self.path = path
        self.bytes = bytes
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

    deinit {
        zip_discard(archive)
        bytes?.deallocate()
    }

    /// The fault for a zip error; frees the error.
    private static func fault(_ source: String, _ error: inout zip_error_t) -> InputFault {
        defer { zip_error_fini(&error) }
        let isBroken = [ZIP_ER_NOZIP, ZIP_ER_INCONS, ZIP_ER_EOF].contains(zip_error_code_zip(&error))
        let cause = String(cString: zip_error_strerror(&error))
        return InputFault(
            kind: isBroken ? .malformed : .unreadable, source: source, line: 0,
            message: isBroken ? "not a zip archive, or a truncated one (\(cause))" : "it cannot be opened: \(cause)",
            remedy: isBroken ? "download it again, or unpack it and give the file in it" : "check its name and permissions")
    }

    /// The bytes of a member. The source retains the archive.
    /// - Throws: `malformed` for a member that cannot be unpacked, or that unpacks to far more than text does; the fault's source
    ///   is the names of the archive and the member.
    package func source(_ member: Member) throws(InputFault) -> ByteSource {
        let title = "\(path):\(member.name)"
        if member.size > Self.harmless, member.size / max(1, member.packedSize) > Self.highestRatio {
            throw InputFault(
                kind: .malformed, source: title, line: 0,
                message: "\(member.packedSize) bytes would unpack to \(member.size), too many for a text",
                remedy: "download or export the archive again")
        }
        guard let stream = ZipMemberStream(archive: self, index: member.index, title: title, size: member.size) else {
            throw InputFault(
                kind: .malformed, source: title, line: 0, message: "it cannot be unpacked: \(cause)",
                remedy: "unpack the archive with another program and give the file in it")
        }
        return ByteSource(name: title) { space throws(InputFault) in try stream.read(into: space) }
    }

    private var cause: String { String(cString: zip_strerror(archive)) }

    /// For the stream only, which retains this object while it reads.
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
        if read > size { throw fault("it contains more than the \(size) bytes that it declares") }
        return Int(got)
    }

    private func fault(_ message: String) -> InputFault {
        InputFault(
            kind: .malformed, source: title, line: 0, message: "it cannot be unpacked: \(message)", remedy: "download the archive again")
    }
}
