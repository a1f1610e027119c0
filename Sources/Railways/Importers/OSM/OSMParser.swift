// SPDX-License-Identifier: MIT
import CLibXML2
import Tracking

/// Parses OpenStreetMap XML with libxml2's push parser: object by object, without a tree, so that memory stays constant.
///
/// It loads no document type, expands no entities except the five of XML itself, and fetches nothing.
package final class OSMParser {
    private static let pieceSize = 1 << 16

    private let source: ByteSource
    private let elements: OSMElements
    // Both are owned by this class and freed in deinit.
    private let context: xmlParserCtxtPtr
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: OSMParser.pieceSize, alignment: 1)

    /// The line of the first node without an id or a position on Earth, which is read without it.
    package var firstOddNode: Int? { elements.firstOddNode }

    /// - Parameter take: Receives each object when it is complete.
    package convenience init(path: String, take: @escaping (OSMObject) -> Void) throws(RailwayError) {
        let source: ByteSource
        do throws(InputFault) { source = try ByteSource(path: path) } catch { throw RailwayError(error, source: path) }
        try self.init(source, take: take)
    }

    init(_ source: ByteSource, take: @escaping (OSMObject) -> Void) throws(RailwayError) {
        self.source = source
        let elements = OSMElements(take)
        self.elements = elements
        var handler = xmlSAXHandler()
        // The callbacks receive `elements` unretained: this class retains it as long as the context lives.
        handler.startElementNs = { user, name, _, _, _, _, count, _, attributes in
            guard let user, let name else { return }
            let elements = Unmanaged<OSMElements>.fromOpaque(user).takeUnretainedValue()
            guard !elements.refuseTag() else { return }
            elements.start(name, attributes, Int(count))
        }
        handler.endElementNs = { user, name, _, _ in
            guard let user, let name else { return }
            Unmanaged<OSMElements>.fromOpaque(user).takeUnretainedValue().end(name)
        }
        let user = Unmanaged.passUnretained(elements).toOpaque()
        do throws(InputFault) { context = try XMLContext.parser(&handler, user, source: source.name) } catch {
            throw RailwayError(error, source: source.name)
        }
        elements.context = context
    }

    deinit {
        XMLContext.free(context)
        piece.deallocate()
    }

    /// Parses the source to its end.
    /// - Parameter progress: Called at first and every megabyte with the part of the source that has been read, 0 to 1; nil where
    ///   its size is not known.
    /// - Throws: `malformed` with the line of the XML error, `unknownFormat` for XML that is not OpenStreetMap data.
    package func parse(progress: (Double?) -> Void) throws(RailwayError) {
        let size = source.fileSize ?? 0
        func part() -> Double? { size > 0 ? min(1, Double(source.bytesRead) / Double(size)) : nil }
        progress(part())
        var reported = 0
        while true {
            let got: Int
            do throws(InputFault) { got = try source.read(into: piece) } catch { throw RailwayError(error, source: source.name) }
            _ = xmlParseChunk(context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(got), got == 0 ? 1 : 0)
            if let root = elements.foreignRoot {
                throw RailwayError(
                    kind: .unknownFormat, source: source.name, message: "XML with the root <\(root.prefix(40))> is not OpenStreetMap data",
                    remedy: "give an extract whose root is <osm>")
            }
            if let refusal = elements.refusal ?? XMLBounds.refusal(ofRestAt: context) {
                throw RailwayError(
                    kind: .malformed, source: source.name,
                    line: elements.refusalLine ?? elements.line ?? 0,
                    message: refusal, remedy: "download or export the file again")
            }
            if context.pointee.wellFormed == 0 { throw broken() }
            if got == 0 { return }
            if source.bytesRead - reported >= 1 << 20 {
                reported = source.bytesRead
                progress(part())
            }
        }
    }

    private func broken() -> RailwayError {
        let text = XMLContext.fault(of: context)
        return RailwayError(
            kind: .malformed, source: source.name, line: xmlCtxtGetLastError(context).map { Int($0.pointee.line) } ?? 0,
            message: source.bytesRead == 0 ? "it is empty" : text, remedy: "download or export the file again")
    }
}
