// SPDX-License-Identifier: MIT
import Glibc
import PlainText
import Platform

/// Why a sound file or stream could not be written: the file, the cause and the remedy.
public struct AudioFileError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: Equatable, Sendable {
        /// A file with that name exists and must not be replaced.
        case exists
        /// Another writer is using the same name.
        case inUse
        case missingFolder
        case isFolder
        case noPermission
        case diskFull
        /// The reader of the pipe has exited.
        case readerGone
        /// The container does not support this format, rate or number of channels, or its name is unknown.
        case unsupported
        /// Any other failure.
        case failed
    }

    public var kind: Kind
    /// The file, or `stdout`.
    public var place: String
    /// What went wrong, as reported by the system or the library.
    public var cause: String
    /// What to do about it.
    public var remedy: String

    public var description: String { "\(place): \(cause); \(remedy)".visible }
}

extension AudioFileError {
    /// The error of a system call on `place`.
    static func system(_ code: Int32, place: String, doing: String) -> AudioFileError {
        let (kind, remedy): (Kind, String) =
            switch code {
            case EEXIST: (.exists, "allow overwriting (-y) or choose another name")
            case ENOENT, ENOTDIR: (.missingFolder, "create the folder first or choose another one")
            case EISDIR: (.isFolder, "name a file inside it")
            case EACCES, EPERM, EROFS: (.noPermission, "choose a folder that you may write to")
            case ENOSPC, EDQUOT: (.diskFull, "make room or choose another disk")
            case EFBIG: (.diskFull, "write a shorter file, or choose a disk for longer ones (FAT ends at 4 GB) or a higher ulimit -f")
            case ENAMETOOLONG, EBADF: (.failed, SystemFault(code: code).remedy)
            case EPIPE: (.readerGone, "check the command that reads the pipe")
            default: (.failed, "choose another file or try again")
            }
        return AudioFileError(kind: kind, place: place, cause: "\(doing): \(errnoText(code))", remedy: remedy)
    }
}
