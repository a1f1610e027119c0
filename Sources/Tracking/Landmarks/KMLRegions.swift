// SPDX-License-Identifier: MIT
import CLibXML2

/// Reads the polygons of a KML document, each under the name of its placemark.
final class KMLRegions: XMLElements {
    /// By the names of the elements.
    private enum Role: String {
        case placemark = "Placemark", name, polygon = "Polygon", outer = "outerBoundaryIs", inner = "innerBoundaryIs", coordinates, other
    }
    private static let longestName = 400

    private var role: Role {
        let role = path.last.flatMap(Role.init) ?? .other
        // The name of a folder or within an extension is not a placemark's.
        return role == .name && path.dropLast().last != Role.placemark.rawValue ? .other : role
    }
    private var isInPolygon: Bool { path.contains(Role.polygon.rawValue) }
    private var buffer: [UInt8] = []
    private var entry = RegionFile.Entry()
    private var ring: [PlanePoint] = []
    private var outline = RegionOutline()
    /// Its outer rings: exactly one if it is valid.
    private var outers: [[PlanePoint]] = []
    private var positionCount = 0
    private var entries: [RegionFile.Entry] = []
    private var failure: InputFault?

    static func read(_ source: ByteSource) throws(InputFault) -> [RegionFile.Entry] {
        let elements = KMLRegions(source: source.name)
        let parser = try XMLTrackParser(source, elements)
        while !parser.ended {
            try parser.parse()
            if let failure = elements.failure { throw failure }
        }
        if var breakage = elements.breakage {
            breakage.remedy = "export the regions again"
            throw breakage
        }
        guard elements.rootName.map(KMLElements.roots.contains) ?? false else {
            throw InputFault(
                kind: .unknownFormat, source: source.name, line: 1, message: "XML that is not KML",
                remedy: "export the regions as GeoJSON or KML")
        }
        return elements.entries
    }

    override func start(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        buffer.removeAll(keepingCapacity: true)
        switch role {
        case .placemark:
            entry = RegionFile.Entry()
            entry.line = startOfTag().line
        case .polygon:
            outline = RegionOutline()
            outers = []
        case .outer, .inner: ring = []
        default: break
        }
    }

    override func text(_ bytes: UnsafeBufferPointer<xmlChar>) {
        switch role {
        case .name: if buffer.count < Self.longestName { buffer.append(contentsOf: bytes) }
        case .coordinates where isInPolygon:
            for byte in bytes where failure == nil {
                if byte > 0x20 { buffer.append(byte) } else { take() }
                // A position's text is short; longer text is not a position.
                if buffer.count > 256 { fail("a position that is not longitude and latitude") }
            }
        default: break
        }
    }

    override func end() {
        switch role {
        case .name: entry.name = String(decoding: buffer, as: UTF8.self)
        case .coordinates: take()
        case .outer: outers.append(ring)
        case .inner: outline.rings.append(ring)
        case .polygon:
            // The outer ring comes first, wherever the file has it.
            outline.rings = outers.reversed() + outline.rings
            entry.outlines.append(outline)
        case .placemark: if !entry.outlines.isEmpty { entries.append(entry) }
        default: break
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Takes the position in the buffer: longitude, latitude and optionally an altitude.
    private func take() {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard !buffer.isEmpty, failure == nil, isInPolygon else { return }
        let fields = buffer.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard fields.count >= 2, let longitude = Self.number(fields[0]), let latitude = Self.number(fields[1]) else {
            return fail("a position that is not longitude and latitude")
        }
        positionCount += 1
        guard positionCount <= Landmarks.mostVertices else { return fail("more than \(Landmarks.mostVertices) positions") }
        ring.append(PlanePoint(x: longitude, y: latitude))
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        text.withUnsafeBufferPointer { DecimalText.double($0) }.flatMap { $0.magnitude <= 1e9 ? $0 : nil }
    }

    private func fail(_ message: String) {
        buffer.removeAll(keepingCapacity: true)
        guard failure == nil else { return }
        let place = startOfTag()
        // The parser is not stopped, which would free the text that it has just passed on; `read` stops instead.
        failure = InputFault(source: source, line: place.line, column: place.column, message: message, remedy: "export the regions again")
    }
}
