// SPDX-License-Identifier: MIT
/// A supported track format.
public enum TrackFormat: String, Sendable, CaseIterable {
    case gpx, nmea, gpsd, csv, jsonl, kml, tcx
    /// A KML document in a zip archive.
    case kmz
    /// Posts from phones: JSON objects and the query form, mixed, one per line.
    case phones
    case geojson
    /// Google's location history: Records.json and Timeline.json.
    case google
    /// Garmin's binary files, converted by gpsbabel.
    case fit
    /// The MOT challenge's boxes, frame by frame.
    case mot
    /// Logs of flight recorders.
    case igc

    /// The maximum number of first bytes that `sniff` uses.
    static let headSize = 4096

    /// Whether these first bytes are enough to sniff: they show markup, JSON, or one complete line that is not a comment.
    static func isEnough(_ head: ArraySlice<UInt8>) -> Bool {
        if isReceiver(head) || KMZ.isArchive(head) { return true }
        if head.count < 12, let first = head.first, first == 12 || first == 14 { return false }
        let text = text(head)
        // A document, unlike one object per line, shows its kind only further on.
        if text.first == 0x5B { return text.count > 1 && document(text) != nil }
        if text.first == 0x7B {
            let line = text.prefix { $0 != 0x0A }
            return line.count < text.count && line.last { $0 > 0x20 } == 0x7D || document(text) != nil
        }
        // Bytes of no known format may be noise before a receiver's first sentence.
        guard (try? sniff(head: head, source: "")) != nil else { return false }
        for line in head.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            let text = line.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
            if let first = text.first, first != 0x23 { return true }
        }
        return false
    }

    /// Detects the format from the first bytes of the input.
    /// - Throws: `noFix` for an empty input, `unknownFormat` for an unsupported one.
    static func sniff(head: ArraySlice<UInt8>, source: String) throws(InputFault) -> TrackFormat {
        var bytes = head
        if bytes.isEmpty {
            throw InputFault(
                kind: .noFix, source: source, line: 0, message: "the input is empty", remedy: "record or export the track again")
        }
        let wide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        if wide {
            // UTF-16: every second byte is enough for detection; libxml2 reads it, the line readers do not.
            bytes = ArraySlice(bytes.dropFirst(2).filter { $0 != 0 })
        } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes = bytes.dropFirst(3)
        }
        let text = Self.text(bytes)
        guard let first = text.first else {
            throw unknown(source, "blank so far", "record or export the track again")
        }
        if first == 0x3C { return markup(text) }
        if IGCReader.isLog(text) { return .igc }
        if let found = GPSBabel.recognized(text) {
            throw unknown(source, found.title, "gpsbabel can read it: use -t babel:\(found.name)")
        }
        // A digit after the bracket: a time before each sentence, not an array.
        let isArray = first == 0x5B && !(0x30...0x39 ~= text.dropFirst().first ?? 0)
        if first != 0x7B, !isArray, !wide, isReceiver(bytes) { return .nmea }
        if wide { throw unknown(source, "text in UTF-16 that is not XML", "turn it into UTF-8: iconv -f UTF-16 -t UTF-8") }
        if head.count >= 12, head.dropFirst(8).starts(with: Array(".FIT".utf8)) { return .fit }
        if KMZ.isArchive(head) { return .kmz }
        // Some loggers pad the fields of a table with zero bytes.
        if text.contains(0) {
            if CSVHead.isIn(text, isCertain: true) { return .csv }
            throw unknown(source, "binary data", remedyForUnknown)
        }
        if first == 0x7B || first == 0x5B { return document(text) ?? .jsonl }
        if let line = headerLine(text), line.withUnsafeBufferPointer(QueryText.isQuery) || OwnTracksRecord.isLine(line) { return .jsonl }
        if let header = headerLine(text), MOTReader.isRow(header) { return .mot }
        if let header = headerLine(text), header.contains(0x2C) || header.contains(0x3B) || header.contains(0x09),
            header.first != 0x24, header.first != 0x21
        {
            return .csv
        }
        // A preamble, or only comments so far, before the header.
        if CSVHead.isIn(text) { return .csv }
        throw unknown(source, "in an unknown format", remedyForUnknown)
    }

    /// Whether this is a receiver's output: a valid sentence, one of a supported type, or a complete binary message.
    private static func isReceiver(_ head: ArraySlice<UInt8>) -> Bool {
        var frames = ReceiverFrames()
        frames.append(head)
        while let frame = frames.next(isEnd: false) {
            switch frame.kind {
            case .siRF, .ublox: return true
            case .noise, .comment: continue
            case .sentence(let isCut):
                guard let sentence = NMEASentence(frame.bytes) else { continue }
                // A table of positions may hold the sentences that they come from.
                if sentence.isInRow, CSVHead.isIn(head, isCertain: true) { return false }
                if sentence.checksum == .correct { return true }
                if sentence.checksum == .absent, !isCut, NMEADecoder.formatters.contains(sentence.formatter), sentence.count > 3 {
                    return true
                }
            }
        }
        return false
    }

    /// The XML format that begins this way, from its first element that is not a comment or declaration.
    private static func markup(_ head: ArraySlice<UInt8>) -> TrackFormat {
        var rest = head
        while let open = rest.firstIndex(of: 0x3C) {
            rest = rest[(open + 1)...]
            if rest.starts(with: Array("!--".utf8)) {
                var place = rest.startIndex
                while place < rest.endIndex, !rest[place...].starts(with: Array("-->".utf8)) { place += 1 }
                rest = rest[place...]
                continue
            }
            if rest.first == 0x3F || rest.first == 0x21 { continue }
            var name = rest.prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
            if let colon = name.firstIndex(of: 0x3A) { name = name[(colon + 1)...] }
            switch String(decoding: name, as: UTF8.self) {
            case "kml", "Document", "Folder", "Placemark": return .kml
            case "TrainingCenterDatabase": return .tcx
            default: return .gpx
            }
        }
        return .gpx
    }

    /// The JSON document that begins this way; nil for separate objects.
    private static func document(_ head: ArraySlice<UInt8>) -> TrackFormat? {
        let text = String(decoding: head, as: UTF8.self)
        func holds(_ word: String) -> Bool { text.contains("\"\(word)\"") }
        if holds("semanticSegments") || holds("rawSignals") || holds("timelinePath") || holds("latitudeE7") { return .google }
        // An iOS export may begin with a visit or an activity.
        if head.first == 0x5B, holds("startTime"), holds("endTime"), holds("visit") || holds("activity") { return .google }
        if holds("FeatureCollection") || holds("Feature") || holds("features") || holds("GeometryCollection") { return .geojson }
        // A point in `location` is part of an object of some other kind.
        if holds("coordinates"), !holds("location"),
            holds("Point") || holds("LineString") || holds("MultiPoint") || holds("MultiLineString")
        {
            return .geojson
        }
        return nil
    }

    /// The text after a byte order mark, spaces and the record separator at the start of a sequence of JSON texts (RFC 7464).
    static func text(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        (head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head).drop { $0 == 0x20 || $0 == 0x1E || ($0 >= 0x09 && $0 <= 0x0D) }
    }

    private static func headerLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        text.split { $0 == 0x0A || $0 == 0x0D }.lazy.map { $0.drop { $0 == 0x20 } }.first { $0.first != nil && $0.first != 0x23 }
    }

    private static var remedyForUnknown: String {
        "the formats are \(allCases.map(\.rawValue).joined(separator: ", ")); -t FORMAT says which when it is one of them, -t babel:NAME one that gpsbabel reads"
    }

    private static func unknown(_ source: String, _ what: String, _ remedy: String) -> InputFault {
        InputFault(kind: .unknownFormat, source: source, line: 1, column: 1, message: "the input is \(what)", remedy: remedy)
    }
}
