// SPDX-License-Identifier: MIT
import Glibc
import PlainText

/// The free space of the disk that holds a file.
enum DiskSpace {
    /// Refuses a file that its disk cannot hold: otherwise a render of hours would fail at its end and leave nothing.
    /// - Parameters:
    ///   - bytes: the size of the complete file, or of several together.
    ///   - path: a file or a folder on the disk.
    ///   - smaller: what would need less.
    static func check(
        _ bytes: Double, for place: String, on path: String, smaller: String = "a shorter or a compressed file, such as .flac"
    ) throws(AudioFileError) {
        var disk = statvfs()
        // Some file systems over a network count no blocks.
        guard statvfs(path, &disk) == 0, disk.f_blocks > 0 else { return }
        let free = Double(disk.f_bavail) * Double(disk.f_frsize)
        guard bytes > free else { return }
        throw AudioFileError(
            kind: .diskFull, place: place, cause: "the sound takes \(size(bytes)), and its disk has \(size(free)) free",
            remedy: "make room, choose another disk, or write \(smaller)")
    }

    private static func size(_ bytes: Double) -> String {
        bytes < 1e9 ? "\(DecimalFormat.fixed(bytes / 1e6, 1)) MB" : "\(DecimalFormat.fixed(bytes / 1e9, 1)) GB"
    }
}
