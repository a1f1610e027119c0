// SPDX-License-Identifier: MIT
import Foundation

/// Converts unsupported formats to GPX with gpsbabel, if it is installed.
public enum GPSBabel {
    /// A format's name for gpsbabel's command line; nil if it contains anything but letters, digits and the characters of
    /// gpsbabel's own options.
    public static func name(_ text: String) -> String? {
        let isRight =
            !text.isEmpty && text.utf8.count <= 64 && text.utf8.first != 0x2D
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x5F, 0x2C, 0x3D, 0x2D].contains($0)
            }
        return isRight ? text : nil
    }

    /// Formats recognised by their first bytes, with gpsbabel's names for them.
    private static let marks: [(mark: String, name: String, title: String)] = [
        ("MsRc", "gdb", "a Garmin database (GDB)"), ("OziExplorer Track", "ozi", "a track of OziExplorer"),
        ("OziExplorer Waypoint", "ozi", "waypoints of OziExplorer"), ("$PMGN", "magellan", "a track of a Magellan receiver"),
    ]

    /// The format that begins with `text`, if gpsbabel supports it and this program does not.
    static func recognized(_ text: ArraySlice<UInt8>) -> (name: String, title: String)? {
        marks.first { text.starts(with: $0.mark.utf8) }.map { ($0.name, $0.title) }
    }

    /// Reads the input to its end and returns it converted to GPX by gpsbabel.
    /// - Throws: `unknownFormat` if gpsbabel is not installed, naming its package; `unreadable` for an input that it refuses,
    ///   with its error message.
    static func convert(_ source: ByteSource, from format: String) throws(InputFault) -> ByteSource {
        // gpsbabel reopens its input from the start; an unnamed file is seekable, a pipe is not.
        let conversion = InputConversion(
            program: "gpsbabel", package: "gpsbabel", format: format,
            arguments: ["-t", "-i", format, "-f", "/dev/stdin", "-o", "gpx,garminextensions=1", "-F", "/dev/stdout"],
            otherwise: "export the track as GPX", refused: "check the file, or name its format with -t babel:NAME (gpsbabel -h lists them)")
        return try conversion.run(source)
    }
}
