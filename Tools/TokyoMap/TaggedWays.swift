// SPDX-License-Identifier: MIT
import CLibXML2
import Glibc
import Railways

/// The ways of an OpenStreetMap XML file with their tags, in its order.
struct TaggedWays {
    struct Way {
        var tags: [String: String] = [:]
        var points: [Railway.Position] = []
    }
    private(set) var ways: [Way] = []
    /// The number of references from ways to nodes missing from the file.
    private(set) var missingNodes = 0

    private var nodes: [Int64: Railway.Position] = [:]
    private var way: Way?

    /// Reads the file.
    /// - Throws: `unreadable`, `malformed` with the line of the XML error, `badValue` for a node that is not on Earth.
    init(path: String, progress: (ImportProgress) -> Void) throws(RailwayError) {
        let source = path.split(separator: "/").last.map(String.init) ?? path
        var status = stat()
        let size = stat(path, &status) == 0 ? Double(status.st_size) : 0
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        guard let reader = xmlReaderForFile(path, nil, Int32(options)) else {
            throw RailwayError(
                kind: .unreadable, source: path, message: "the file cannot be opened", remedy: "check that it exists and is readable")
        }
        defer { xmlFreeTextReader(reader) }
        var count = 0
        var result = xmlTextReaderRead(reader)
        while result == 1 {
            try take(reader, path: path)
            count += 1
            if count % 20_000 == 0 {
                let read = Double(xmlTextReaderByteConsumed(reader))
                progress(ImportProgress(stage: "reading \(source)", fraction: size > 0 ? min(1, read / size) : nil))
            }
            result = xmlTextReaderRead(reader)
        }
        guard result == 0 else {
            throw RailwayError(
                kind: .malformed, source: path, line: Int(xmlTextReaderGetParserLineNumber(reader)),
                message: "the XML is truncated or malformed", remedy: "download or export the file again")
        }
    }

    private mutating func take(_ reader: xmlTextReaderPtr, path: String) throws(RailwayError) {
        guard let name = xmlTextReaderConstLocalName(reader).map({ String(cString: $0) }) else { return }
        switch Int(xmlTextReaderNodeType(reader)) {
        case 1:
            try start(name, reader, path: path)
            if name == "way", xmlTextReaderIsEmptyElement(reader) == 1 { endWay() }
        case 15 where name == "way": endWay()
        default: break
        }
    }

    private mutating func start(_ name: String, _ reader: xmlTextReaderPtr, path: String) throws(RailwayError) {
        switch name {
        case "node":
            if Self.attribute("action", reader) == "delete" { return }
            guard let id = Self.attribute("id", reader).flatMap({ Int64($0) }),
                let latitude = Self.attribute("lat", reader).flatMap({ Double($0) }),
                let longitude = Self.attribute("lon", reader).flatMap({ Double($0) })
            else {
                throw fault("a node without id, lat or lon", reader, path)
            }
            let position = Railway.Position(latitude: latitude, longitude: longitude)
            guard position.isOnEarth else { throw fault("node \(id) has an invalid position: \(latitude), \(longitude)", reader, path) }
            nodes[id] = position
        case "way": way = Self.attribute("action", reader) == "delete" ? nil : Way()
        case "nd":
            guard way != nil else { return }
            if let node = Self.attribute("ref", reader).flatMap({ Int64($0) }).flatMap({ nodes[$0] }) {
                way?.points.append(node)
            } else {
                missingNodes += 1
            }
        case "tag":
            if let key = Self.attribute("k", reader), let value = Self.attribute("v", reader) { way?.tags[key] = value }
        default: break
        }
    }

    private mutating func endWay() {
        if let way { ways.append(way) }
        way = nil
    }

    private func fault(_ message: String, _ reader: xmlTextReaderPtr, _ path: String) -> RailwayError {
        RailwayError(
            kind: .badValue, source: path, line: Int(xmlTextReaderGetParserLineNumber(reader)), message: message,
            remedy: "repair or remove the element")
    }

    private static func attribute(_ name: String, _ reader: xmlTextReaderPtr) -> String? {
        guard xmlTextReaderMoveToAttribute(reader, name) == 1 else { return nil }
        defer { xmlTextReaderMoveToElement(reader) }
        return xmlTextReaderConstValue(reader).map { String(cString: $0) }
    }
}
