// SPDX-License-Identifier: MIT
import Platform

/// Converts binary logs of u-blox receivers to gpsd's JSON with gpsd's gpsdecode, if it is installed.
enum GPSDecode {
    /// The remedy for such a log if gpsdecode cannot be used.
    static let remedy =
        "these are u-blox binary messages; convert them to gpsd's JSON: gpsdecode <LOG >log.json (apt-get install gpsd-clients)"

    /// Whether a log is read this way: a file that begins with u-blox messages and has no sentence, with gpsdecode available.
    static func reads(_ source: ByteSource) throws(InputFault) -> Bool {
        guard source.isFile, ChildProcess.find("gpsdecode") != nil else { return false }
        return isBinary(try source.peek(atMost: TrackFormat.headSize) { _ in false })
    }

    /// Reads the log to its end and returns it converted to JSON by gpsdecode.
    /// - Throws: `unreadable` for a log that it refuses, with its error message.
    static func convert(_ source: ByteSource) throws(InputFault) -> ByteSource {
        let conversion = InputConversion(
            program: "gpsdecode", package: "gpsd-clients", format: "a u-blox log", arguments: ["-j"],
            otherwise: "record NMEA 0183", refused: "check the file, or record NMEA 0183")
        return try conversion.run(source)
    }

    private static func isBinary(_ head: ArraySlice<UInt8>) -> Bool {
        var frames = ReceiverFrames()
        frames.append(head)
        var hasMessage = false
        while let frame = frames.next(isEnd: false) {
            switch frame.kind {
            case .ublox: hasMessage = true
            case .siRF: return false
            case .sentence: if NMEASentence(frame.bytes)?.checksum == .correct { return false }
            case .noise, .comment: continue
            }
        }
        return hasMessage
    }
}
