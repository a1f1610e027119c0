// SPDX-License-Identifier: MIT
/// A KML document in a zip archive, with the pictures that it shows.
enum KMZ {
    /// The maximum size of an archive in bytes: it is held in memory while its KML is read.
    private static let largest = 64 << 20

    /// Whether these first bytes are those of a zip archive that is not empty.
    static func isArchive(_ head: ArraySlice<UInt8>) -> Bool { head.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// The bytes of the KML: `doc.kml`, or else the first other one, the least deep first.
    /// - Throws: `unknownFormat` for an archive without one; the errors of `ZipArchive`, also while the bytes are read.
    static func kml(_ source: ByteSource) throws(InputFault) -> ByteSource {
        let archive = try ZipArchive(source, atMost: largest)
        let found = archive.members.filter { $0.name.lowercased().hasSuffix(".kml") }
        let depth = found.map { $0.name.split(separator: "/").count }.min()
        let shallow = found.filter { $0.name.split(separator: "/").count == depth }
        guard let member = shallow.first(where: { $0.name.hasSuffix("doc.kml") }) ?? shallow.first else {
            throw InputFault(
                kind: .unknownFormat, source: source.name, line: 0, message: "a zip archive without a KML in it",
                remedy: "unpack it and give the track in it")
        }
        return try archive.source(member)
    }
}
