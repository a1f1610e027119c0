// SPDX-License-Identifier: MIT
/// Reads the polygons of a GeoJSON document: `Polygon` and `MultiPolygon`, bare, in features and in collections. A feature is
/// named by its property `name`. Other geometries are skipped.
struct GeoJSONRegions {
    private let events: JSONReader
    private var entries: [RegionFile.Entry] = []
    private var positionCount = 0

    static func read(_ source: ByteSource) throws(InputFault) -> [RegionFile.Entry] {
        var reader = GeoJSONRegions(events: JSONReader(source))
        do throws(InputFault) {
            guard try reader.events.next() == .beginObject else { throw reader.events.fault("not a JSON object") }
            let rest = try reader.object()
            reader.entries += rest.outlines.isEmpty ? [] : [rest]
            while try reader.events.next() != nil {}
        } catch {
            var fault = error
            if fault.kind != .unreadable { fault.remedy = "export the regions as GeoJSON again" }
            throw fault
        }
        return reader.entries
    }

    private init(events: JSONReader) { self.events = events }

    /// Reads to the end of the current object: a collection's features become entries, a geometry is returned.
    private mutating func object() throws(InputFault) -> RegionFile.Entry {
        var entry = RegionFile.Entry()
        entry.line = events.line
        var type = ""
        var rings: [PlacedRing] = []
        var key = ""
        let depth = events.depth
        while let event = try events.next() {
            switch event {
            case .key: key = events.string
            case .string where key == "type": type = events.string
            case .beginObject where key == "geometry": entry.outlines += try object().outlines
            case .beginObject where key == "properties": entry.name = try name()
            case .beginArray where key == "features" || key == "geometries":
                try members(of: key, into: &entry)
            case .beginArray where key == "coordinates": rings = try coordinates()
            case .beginObject, .beginArray: try events.skipContainer()
            case .endObject:
                guard events.depth < depth else { continue }
                if type == "Polygon" || type == "MultiPolygon" {
                    let isMany = type == "MultiPolygon"
                    guard rings.allSatisfy({ $0.depth == (isMany ? 2 : 1) }) else {
                        throw events.fault("the coordinates are not nested as in a \(type)")
                    }
                    if isMany {
                        entry.outlines += Self.polygons(rings)
                    } else if !rings.isEmpty {
                        entry.outlines.append(RegionOutline(rings: rings.map(\.corners)))
                    }
                }
                return entry
            default: break
            }
        }
        return entry
    }

    /// Each feature is a separate entry; the geometries of a collection form one entry.
    private mutating func members(of key: String, into entry: inout RegionFile.Entry) throws(InputFault) {
        let depth = events.depth
        while events.depth >= depth, let event = try events.next() {
            switch event {
            case .beginObject:
                let member = try object()
                if key == "geometries" {
                    entry.outlines += member.outlines
                } else if !member.outlines.isEmpty {
                    entries.append(member)
                }
            case .beginArray: try events.skipContainer()
            default: break
            }
        }
    }

    private func name() throws(InputFault) -> String? {
        let depth = events.depth
        var key = ""
        var name: String?
        while events.depth >= depth, let event = try events.next() {
            switch event {
            case .key: key = events.string
            case .string, .number: if key.lowercased() == "name" { name = events.string }
            case .beginObject, .beginArray: try events.skipContainer()
            default: break
            }
        }
        return name
    }

    /// One array of positions, with its outer array and its depth.
    private struct PlacedRing {
        var outer: Int
        var depth: Int
        var corners: [PlanePoint] = []
    }

    /// Reads to the end of the coordinates; returns every array that holds positions.
    private mutating func coordinates() throws(InputFault) -> [PlacedRing] {
        let start = events.depth
        var rings: [PlacedRing] = []
        var numbers: [Double] = []
        // The number of arrays begun directly within the outermost one.
        var count = 0
        var open = false
        while events.depth >= start, let event = try events.next() {
            switch event {
            case .beginArray:
                if events.depth == start + 1 { count += 1 }
                numbers.removeAll(keepingCapacity: true)
            case .number:
                if numbers.count < 2, let number = events.number { numbers.append(number) }
            case .endArray:
                guard !numbers.isEmpty else {
                    open = false
                    continue
                }
                guard numbers.count == 2, numbers[0].magnitude <= 1e9, numbers[1].magnitude <= 1e9 else {
                    throw events.fault("a position has fewer than two numbers")
                }
                positionCount += 1
                guard positionCount <= Landmarks.mostVertices else { throw events.fault("more than \(Landmarks.mostVertices) positions") }
                if !open { rings.append(PlacedRing(outer: count, depth: events.depth - start)) }
                open = true
                rings[rings.count - 1].corners.append(PlanePoint(x: numbers[0], y: numbers[1]))
                numbers.removeAll(keepingCapacity: true)
            case .string, .word, .beginObject: throw events.fault("a coordinate is not a number")
            default: break
            }
        }
        return rings
    }

    private static func polygons(_ rings: [PlacedRing]) -> [RegionOutline] {
        var outlines: [RegionOutline] = []
        var last: Int?
        for ring in rings {
            if ring.outer == last {
                outlines[outlines.count - 1].rings.append(ring.corners)
            } else {
                outlines.append(RegionOutline(rings: [ring.corners]))
            }
            last = ring.outer
        }
        return outlines
    }
}
