import CLibXML2

/// What a document's elements turn into: fixes and faults, in document order. One class a format.
///
/// Driven by `XMLTrackParser` from libxml2's callbacks, on one thread.
class XMLElements {
    // libxml2 wants its tables set up once before threads use it.
    static let ready: Void = xmlInitParser()

    // Set by XMLTrackParser, which owns it and outlives the callbacks; asked for the place of a fault alone.
    final var context: xmlParserCtxtPtr?
    final let source: String
    final private(set) var pending: [ReaderItem] = []
    final private var pendingPlace = 0
    /// Items of `pending` that have been taken, and that have been found, since the start.
    final private(set) var takenCount = 0
    final var foundCount: Int { takenCount + pending.count - pendingPlace }
    /// Fixes given so far.
    final private(set) var fixCount = 0
    /// Where the document broke off.
    final private(set) var breakage: InputFault?

    /// Why a tag was refused, and where it stands: the document is not read further.
    final private(set) var refusal: String?
    final private(set) var refusalPlace: (line: Int, column: Int?)?

    init(source: String) { self.source = source }

    /// Whether the start tag that has just been read is more than any document needs; then the parser is stopped.
    final func refuseTag() -> Bool {
        if refusal != nil { return true }
        guard let context, let reason = XMLBounds.refusal(ofTagAt: context) else { return false }
        refusal = reason
        let place = startOfTag()
        refusalPlace = (place.line, place.column)
        xmlStopParser(context)
        return true
    }

    /// True once the root has shown that the document is something else.
    var isForeign: Bool { false }

    func start(_ name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {}
    func text(_ bytes: UnsafeBufferPointer<xmlChar>) {}
    func end() {}
    /// Takes whole elements at the start of `bytes`, for which no XML parser is needed: asked between two elements alone.
    /// - Returns: how many bytes were taken.
    func takePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Int { 0 }
    /// What stands at the end of such an element; nil where there are none.
    var plainEnd: StaticString? { nil }
    /// The document has ended: gives what was held back.
    func finish() {}
    /// Nothing behind a foreign root is looked at, so that it does not matter in what pieces the document came.
    final func stopIfForeign() {
        if isForeign, let context { xmlStopParser(context) }
    }
    /// What it held that is no track, in words.
    var contents: String { "" }

    /// Whether something waits to be taken.
    var hasPending: Bool { !pending.isEmpty }

    func takePending() -> ReaderItem? {
        guard pendingPlace < pending.count else { return nil }
        let item = pending[pendingPlace]
        pendingPlace += 1
        takenCount += 1
        if pendingPlace == pending.count {
            pending.removeAll(keepingCapacity: true)
            pendingPlace = 0
        }
        return item
    }

    final func give(_ fix: Fix) {
        fixCount += 1
        pending.append(.fix(fix))
    }

    /// Counts fixes that are given without standing in `pending`.
    final func countFixes(_ count: Int) { fixCount += count }

    final func fault(_ kind: InputFault.Kind, _ place: (line: Int, column: Int), _ message: String, _ remedy: String) {
        pending.append(
            .fault(
                InputFault(
                    kind: kind, source: source, line: place.line, column: place.column, message: message, remedy: remedy)))
    }

    /// The document has broken off.
    /// - Parameter afterText: true where all text before that has been handed over.
    func broke(afterText: Bool) {}

    final func broken(at place: (line: Int, column: Int?), because cause: String) {
        let fault = InputFault(
            source: source, line: place.line, column: place.column, message: "the XML breaks off or is broken here: \(cause)",
            remedy: "the fixes before it are kept; copy or export the file again for the rest")
        breakage = fault
        // Without one fix the verdict carries it alone.
        if fixCount > 0 { pending.append(.fault(fault)) }
    }

    /// Tells where the document broke off, after what was held back until its end.
    final func tellBreakage() { if fixCount > 0, let breakage { pending.append(.fault(breakage)) } }

    final func matches(_ name: UnsafePointer<xmlChar>, _ word: StaticString) -> Bool {
        xmlStrcmp(name, word.utf8Start) == 0
    }

    final func quoted(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        "'\(String(decoding: bytes.prefix(40), as: UTF8.self))'"
    }
}
