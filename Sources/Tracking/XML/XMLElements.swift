// SPDX-License-Identifier: MIT
import CLibXML2
import DequeModule
import PlainText

/// The base class that turns a document's elements into fixes and faults, in document order. Each format has a subclass.
///
/// Driven by `XMLTrackParser` from libxml2's callbacks, on one thread.
class XMLElements {
    // Set by XMLTrackParser, which owns it and outlives the callbacks; used only to locate faults.
    final var context: xmlParserCtxtPtr?
    /// The offset in the parser's input of a byte that it has passed, and the column of that byte.
    final var known: (offset: Int, column: Int)?
    final let source: String
    final private(set) var pending = Deque<ReaderItem>()
    /// The number of items of `pending` that have been taken since the start.
    final private(set) var takenCount = 0
    /// The number of items queued since the start.
    final var foundCount: Int { takenCount + pending.count }
    /// The number of fixes returned so far.
    final private(set) var fixCount = 0
    /// The document's tracks that have a fix.
    final private(set) var tracks: [DocumentTrack] = []
    /// The track that has begun, until it has a fix.
    final private var nextTrack: DocumentTrack?
    /// The fault at which the document broke off.
    final private(set) var breakage: InputFault?

    /// The local names of the open elements, the root first.
    final private(set) var path: [String] = []
    /// The name of the root element; nil before it.
    final private(set) var rootName: String?
    /// The reason for refusing a tag; the document is not read further.
    final private(set) var refusal: String?
    final private(set) var refusalPlace: (line: Int, column: Int?)?

    init(source: String) { self.source = source }

    /// The elements behind the user pointer of libxml2's callbacks.
    static func at(_ user: UnsafeMutableRawPointer?) -> XMLElements? {
        user.map { Unmanaged<XMLElements>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Passes on a start tag from the parser.
    final func startElement(_ name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        let name = String(cString: name)
        path.append(name)
        if path.count == 1 {
            rootName = name
            // Nothing after a foreign root is read, so that the result does not depend on how the input was split.
            if isForeign {
                if let context { xmlStopParser(context) }
                return
            }
        }
        start(name, attributes: attributes, count: count)
        rememberColumn()
    }

    /// Passes on an end tag from the parser.
    final func endElement() {
        end()
        _ = path.popLast()
        rememberColumn()
    }

    /// Passes on text from the parser.
    final func pass(_ text: UnsafePointer<xmlChar>?, _ count: Int, isCounted: Bool) {
        guard let text else { return }
        let bytes = UnsafeBufferPointer(start: text, count: count)
        self.text(bytes)
        rememberColumn(after: bytes, isCounted: isCounted)
    }

    /// Whether the start tag that has just been read exceeds the bounds of any real document; if so, stops the parser.
    final func refuseTag() -> Bool {
        if refusal != nil { return true }
        guard let context, let reason = XMLBounds.refusal(ofTagAt: context) else { return false }
        refusal = reason
        let place = startOfTag()
        refusalPlace = (place.line, place.column)
        xmlStopParser(context)
        return true
    }

    /// True once the root element has shown that the document has another format.
    var isForeign: Bool { false }

    /// Takes a start tag, which is the last of `path`.
    func start(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {}
    func text(_ bytes: UnsafeBufferPointer<xmlChar>) {}
    /// Takes the end tag of the last of `path`.
    func end() {}
    /// Ends the document and returns everything that was held back.
    func finish() {}
    /// The message and remedy for a document without a track.
    func noTrack(in format: String) -> (message: String, remedy: String) {
        ("no track in this \(format)", "export the track itself, with its times")
    }

    /// Whether an item is waiting to be taken.
    var hasPending: Bool { !pending.isEmpty }

    func takePending() -> ReaderItem? {
        guard let item = pending.popFirst() else { return nil }
        takenCount += 1
        return item
    }

    /// Begins one of the document's tracks.
    final func beginTrack() { nextTrack = DocumentTrack() }

    /// Names the track that has begun.
    final func nameTrack(_ name: [UInt8]) {
        let text = name.withUnsafeBufferPointer { TrackNames.name(DecimalText.trimmed($0)) }
        if !text.isEmpty { nextTrack?.name = text }
    }

    /// Queues a fix.
    final func emit(_ fix: Fix) {
        countFixes(1)
        pending.append(.fix(fix))
    }

    /// Counts fixes, also those that are returned without going through `pending`.
    final func countFixes(_ count: Int) {
        if tracks.count < DocumentTracks.most, var track = nextTrack.take() {
            track.start = fixCount
            tracks.append(track)
        }
        fixCount += count
    }

    /// Queues a fault.
    final func fault(_ kind: InputFault.Kind, _ place: (line: Int, column: Int), _ message: String, _ remedy: String) {
        pending.append(
            .fault(
                InputFault(
                    kind: kind, source: source, line: place.line, column: place.column, message: message, remedy: remedy)))
    }

    /// Called when the document breaks off, before the fault is reported.
    /// - Parameter afterText: true if all text before that has been passed on.
    func broke(afterText: Bool) {}

    /// Records the fault at which the document breaks off, and reports it if there has been a fix.
    final func recordBreakage(at place: (line: Int, column: Int?), because cause: String) {
        let fault = InputFault(
            source: source, line: place.line, column: place.column, message: "the XML is truncated or malformed here: \(cause)",
            remedy: "the fixes before it are kept; copy or export the file again for the rest")
        breakage = fault
        // If there is no fix at all, only the final verdict carries the fault.
        if fixCount > 0 { pending.append(.fault(fault)) }
    }

    /// Reports where the document broke off, after everything that was held back until its end.
    final func reportBreakage() { if fixCount > 0, let breakage { pending.append(.fault(breakage)) } }

    final func matches(_ name: UnsafePointer<xmlChar>, _ word: StaticString) -> Bool {
        xmlStrcmp(name, word.utf8Start) == 0
    }

    final func quoted(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        "'\(String(utf8: bytes, atMost: 40))'"
    }
}
