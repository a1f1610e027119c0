import CLibXML2
import Glibc
import Tracking

/// Puts objects together from the elements of OpenStreetMap XML.
final class OSMElements {
    private let take: (OSMObject) -> Void
    private var object: OSMObject?
    private var isDeleted = false
    private var depth = 0
    /// The root of a document that is not OpenStreetMap's.
    private(set) var foreignRoot: String?

    init(_ take: @escaping (OSMObject) -> Void) { self.take = take }

    /// libxml2 gives five pointers for each attribute: name, prefix, URI, and where its value starts and ends.
    typealias Attributes = UnsafeMutablePointer<UnsafePointer<xmlChar>?>

    func start(_ name: UnsafePointer<xmlChar>, _ attributes: Attributes?, _ count: Int) {
        depth += 1
        if depth == 1 {
            if !Self.equal(name, "osm") { foreignRoot = String(cString: name) }
            return
        }
        func text(_ wanted: String) -> String? { Self.value(wanted, attributes, count).map { String(decoding: $0, as: UTF8.self) } }
        func id(_ wanted: String) -> Int64? { text(wanted).flatMap { Int64($0) } }
        switch name[0] {
        case 0x6E where Self.equal(name, "node"):
            begin(.node, id("id"), text("action") == "delete" || text("visible") == "false")
            if let latitude = text("lat").flatMap(Self.number), let longitude = text("lon").flatMap(Self.number) {
                let position = Railway.Position(latitude: latitude, longitude: longitude)
                if position.isOnEarth { object?.position = position }
            }
        case 0x77 where Self.equal(name, "way"): begin(.way, id("id"), text("action") == "delete" || text("visible") == "false")
        case 0x72 where Self.equal(name, "relation"):
            begin(.relation, id("id"), text("action") == "delete" || text("visible") == "false")
        case 0x74 where Self.equal(name, "tag"):
            if object != nil, let key = text("k"), let value = text("v") { object?.tags[key] = value }
        case 0x6E where Self.equal(name, "nd"):
            if object?.kind == .way, let node = id("ref") { object?.nodes.append(node) }
        case 0x6D where Self.equal(name, "member"):
            guard object?.kind == .relation, let member = id("ref") else { return }
            let kind: OSMObject.Kind? =
                switch text("type") {
                case "node": .node
                case "way": .way
                case "relation": .relation
                default: nil
                }
            if let kind { object?.members.append(.init(kind: kind, id: member, role: text("role") ?? "")) }
        default: break
        }
    }

    func end(_ name: UnsafePointer<xmlChar>) {
        depth -= 1
        guard depth == 1, let done = object else { return }
        object = nil
        if !isDeleted { take(done) }
    }

    private func begin(_ kind: OSMObject.Kind, _ id: Int64?, _ deleted: Bool) {
        // osmChange and Overpass nest objects in others; those are not read.
        guard depth == 2, let id else { return }
        object = OSMObject(kind: kind, id: id)
        isDeleted = deleted
    }

    private static func equal(_ name: UnsafePointer<xmlChar>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            guard let bytes = wanted.baseAddress else { return false }
            // One byte more than the wanted ones: the name must end there.
            return strncmp(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self),
                UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), wanted.count + 1) == 0
        }
    }

    private static func value(_ wanted: String, _ attributes: Attributes?, _ count: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let attributes else { return nil }
        for index in 0..<count {
            guard let name = attributes[index * 5], let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4],
                strcmp(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), wanted) == 0
            else { continue }
            return UnsafeBufferPointer(start: start, count: end - start)
        }
        return nil
    }

    private static func number(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}
