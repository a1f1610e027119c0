// SPDX-License-Identifier: MIT
import PlainText

/// Reads a receiver's output from a file, a pipe or a serial line: NMEA 0183 mixed with noise, AIS and binary data, and SiRF's
/// binary protocol (`NMEADecoder`). Each fix carries the extra numbers `mode`, `quality`, `satellites`, `hdop`, `vdop`, `pdop`.
public struct NMEAReader: FixReader {
    public let extraNames = NMEADecoder.extraNames
    /// The seconds without a byte after which an epoch is complete. Within an epoch bytes come without a pause, except for the
    /// latency of a USB or Bluetooth line.
    private static let silence = 0.2

    private let source: ByteSource
    private let isLive: Bool
    private var decoder: NMEADecoder
    private var piece = [UInt8](repeating: 0, count: 4096)
    private var ended = false
    private var faults = 0

    /// - Parameters:
    ///   - keepsDates: do not correct the dates of a receiver whose week counter has rolled over.
    ///   - isLive: return each fix with the last sentence of its epoch, as `NMEADecoder` does, or 0.2 s after it.
    public init(_ source: ByteSource, keepsDates: Bool = false, isLive: Bool = false) {
        self.source = source
        self.isLive = isLive
        decoder = NMEADecoder(source: source.name, isLive: isLive, keepsDates: keepsDates)
    }

    public var notes: [String] { decoder.notes }

    /// - Throws: `noFix` at the end of an input without a position, with a description of its contents; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        while true {
            if let item = decoder.next() {
                if case .fault(let fault) = item, fault.kind != .noise { faults += 1 }
                return item
            }
            if ended { return try end() }
            if isLive, decoder.isWaiting, !source.waitForData(within: Self.silence) {
                decoder.fallSilent()
                continue
            }
            let got = try source.read(into: &piece)
            if got == 0 {
                ended = true
                decoder.end()
            } else {
                decoder.take(piece[..<got])
            }
        }
    }

    private mutating func end() throws(InputFault) -> ReaderItem? {
        guard !decoder.hasFix else { return nil }
        let isAIS = decoder.aisCount > 0 && decoder.aisCount == decoder.goodCount
        let held =
            decoder.noFixes > 0
            ? "the receiver says \(CountText.of(decoder.noFixes, "time")) that it has no fix"
            : isAIS
                ? "\(CountText.of(decoder.aisCount, "AIS message")) of ships, nothing of your own receiver"
                : decoder.goodCount > 0
                    ? "\(decoder.goodCount) sentences, none with a position"
                    : faults > 0 ? "\(faults) broken sentences" : "no sentence at all"
        throw InputFault(
            kind: .noFix, source: source.name, line: 0, message: "no fix in this log: \(held)",
            remedy: decoder.binaryCount > 0 && decoder.noFixes == 0
                ? GPSDecode.remedy
                : isAIS
                    ? "record the receiver's RMC or GGA sentences as well"
                    : "wait until the receiver has a fix, and record RMC or GGA sentences")
    }
}
