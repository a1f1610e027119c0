// SPDX-License-Identifier: MIT
import CLibXML2
import Tracking

/// Assembles objects from the elements of OpenStreetMap XML.
final class OSMElements {
    /// The limits of an object; OpenStreetMap itself allows 2000 nodes, 32,000 members and a few hundred tags. Anything beyond is
    /// ignored.
    private static let mostTags = 1000, mostNodes = 100_000, mostMembers = 100_000

    private let take: (OSMObject) -> Void
    private var object: OSMObject?
    private var isDeleted = false
    private var depth = 0
    /// The root element of a document that is not OpenStreetMap data.
    private(set) var foreignRoot: String?
    /// The line of the first node without an id or a position on Earth.
    private(set) var firstOddNode: Int?

    // Set by OSMParser, which owns it and outlives the callbacks.
    var context: xmlParserCtxtPtr?
    /// Why a tag was refused, and in which line.
    private(set) var refusal: String?
    private(set) var refusalLine: Int?
    /// The line in which the parser is.
    var line: Int? { context?.pointee.input.map { Int($0.pointee.line) } }

    init(_ take: @escaping (OSMObject) -> Void) { self.take = take }

    /// Whether the start tag just read exceeds the limits of any valid document; the parser is then stopped.
    func refuseTag() -> Bool {
        if refusal != nil { return true }
        guard let context, let reason = XMLBounds.refusal(ofTagAt: context) else { return false }
        refusal = reason
        refusalLine = line
        xmlStopParser(context)
        return true
    }

    func start(_ name: UnsafePointer<xmlChar>, _ attributes: OSMAttributes.Pointers?, _ count: Int) {
        depth += 1
        if depth == 1 {
            if !Self.equal(name, "osm") { foreignRoot = String(cString: name) }
            return
        }
        let values = OSMAttributes(attributes, count)
        switch name[0] {
        case 0x6E where Self.equal(name, "node"):
            begin(.node, values)
            if let latitude = values.latitude, let longitude = values.longitude {
                let position = Railway.Position(latitude: latitude, longitude: longitude)
                if position.isOnEarth { object?.position = position }
            }
            if firstOddNode == nil, depth == 2, object?.position == nil, !values.isDeleted { firstOddNode = line }
        case 0x77 where Self.equal(name, "way"): begin(.way, values)
        case 0x72 where Self.equal(name, "relation"): begin(.relation, values)
        case 0x74 where Self.equal(name, "tag"):
            if let count = object?.tags.count, count < Self.mostTags, let key = values.text("k"), let value = values.text("v") {
                object?.tags[key] = value
            }
        case 0x6E where Self.equal(name, "nd"):
            if object?.kind == .way, object?.nodes.count ?? 0 < Self.mostNodes, let node = values.id("ref") { object?.nodes.append(node) }
        case 0x6D where Self.equal(name, "member"):
            guard object?.kind == .relation, object?.members.count ?? 0 < Self.mostMembers, let member = values.id("ref") else { return }
            let kind: OSMObject.Kind? =
                switch values.text("type") {
                case "node": .node
                case "way": .way
                case "relation": .relation
                default: nil
                }
            if let kind { object?.members.append(.init(kind: kind, id: member, role: values.text("role") ?? "")) }
        default: break
        }
    }

    func end(_ name: UnsafePointer<xmlChar>) {
        depth -= 1
        guard depth == 1, let done = object else { return }
        object = nil
        if !isDeleted { take(done) }
    }

    private func begin(_ kind: OSMObject.Kind, _ values: OSMAttributes) {
        // osmChange and Overpass nest objects in others; nested objects are not read.
        guard depth == 2, let id = values.id("id") else { return }
        object = OSMObject(kind: kind, id: id)
        isDeleted = values.isDeleted
    }

    static func equal(_ name: UnsafePointer<xmlChar>, _ text: StaticString) -> Bool {
        let (length, start) = (text.utf8CodeUnitCount, text.utf8Start)
        var place = 0
        while place < length, name[place] == start[place] { place += 1 }
        return place == length && name[place] == 0
    }
}

/// The attributes of one element as passed by libxml2, read in place. Valid inside the callback only.
struct OSMAttributes {
    /// Five pointers per attribute: name, prefix, URI, and the start and end of its value.
    typealias Pointers = UnsafeMutablePointer<UnsafePointer<xmlChar>?>
    private let pointers: Pointers?
    private let count: Int

    init(_ pointers: Pointers?, _ count: Int) {
        self.pointers = pointers
        self.count = count
    }

    /// As it expands no entities, libxml2 leaves `&`, however it is written, as `&#38;`.
    func text(_ name: StaticString) -> String? {
        value(name).map { String(decoding: $0, as: UTF8.self).replacing("&#38;", with: "&") }
    }

    /// An integer; nil if the value is not one or does not fit.
    func id(_ name: StaticString) -> Int64? {
        guard let digits = value(name), digits.count <= 20, digits.first != UInt8(ascii: "+") else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    var latitude: Double? { value("lat").flatMap { DecimalText.double($0) } }
    var longitude: Double? { value("lon").flatMap { DecimalText.double($0) } }

    /// Whether an editor has deleted the object, or a history file no longer shows it.
    var isDeleted: Bool {
        value("action").map { $0.elementsEqual("delete".utf8) } == true
            || value("visible").map { $0.elementsEqual("false".utf8) } == true
    }

    private func value(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let pointers else { return nil }
        for index in 0..<count {
            guard let name = pointers[index * 5], OSMElements.equal(name, wanted), let first = pointers[index * 5 + 3],
                let end = pointers[index * 5 + 4]
            else { continue }
            return UnsafeBufferPointer(start: first, count: end - first)
        }
        return nil
    }
}
