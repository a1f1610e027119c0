import ChildProcesses

/// Binary logs of u-blox receivers, by way of gpsd's gpsdecode where it is installed: it turns them into gpsd's JSON.
enum GPSDecode {
    /// What to do about such a log where gpsdecode does not read it for us.
    static let remedy = "it holds u-blox's binary messages: turn them into gpsd's JSON (gpsdecode <LOG >log.json; apt-get install gpsd-clients)"

    /// Whether a log is read this way: a file that begins with u-blox messages and without a sentence, with gpsdecode at hand.
    static func reads(_ source: ByteSource) throws(InputFault) -> Bool {
        guard source.isFile, ChildProcess.find("gpsdecode") != nil else { return false }
        return isBinary(try source.peek(atMost: TrackFormat.headSize) { _ in false })
    }

    /// Reads the log to its end, lets gpsdecode turn it into JSON, and gives that.
    /// - Throws: `unreadable` for what it refuses, with its words.
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
            case .sentence: if NMEASentence(frame.bytes)?.checksum == .right { return false }
            case .noise, .comment: continue
            }
        }
        return hasMessage
    }
}
