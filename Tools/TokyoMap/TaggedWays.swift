// SPDX-License-Identifier: MIT
import Railways

/// The ways of an OpenStreetMap XML file with their tags, in its order.
struct TaggedWays {
    struct Way {
        var tags: [String: String]
        var points: [Railway.Position]
    }
    private(set) var ways: [Way] = []
    /// The number of references from ways to nodes missing from the file.
    private(set) var missingNodes = 0

    /// Reads the file, in which nodes come before the ways over them.
    /// - Throws: `unreadable`, `malformed` with the line of the XML error, `badValue` for a node that is not on Earth.
    init(path: String, progress: (ImportProgress) -> Void) throws(RailwayError) {
        var nodes: [Int64: Railway.Position] = [:], ways: [Way] = [], missing = 0
        let parser = try OSMParser(path: path) { object in
            switch object.kind {
            case .node: nodes[object.id] = object.position
            case .way:
                let points = object.nodes.compactMap { nodes[$0] }
                missing += object.nodes.count - points.count
                ways.append(Way(tags: object.tags, points: points))
            case .relation: break
            }
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        try parser.parse { progress(ImportProgress(stage: "reading \(name)", fraction: $0)) }
        if let line = parser.firstOddNode {
            throw RailwayError(
                kind: .badValue, source: path, line: line, message: "the node has no id, or no position on Earth",
                remedy: "repair or remove the element")
        }
        (self.ways, missingNodes) = (ways, missing)
    }
}
