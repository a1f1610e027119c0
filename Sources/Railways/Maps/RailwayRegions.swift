// SPDX-License-Identifier: MIT
import Foundation
import PlainText

/// The regions that the user has added to the shipped map: databases in one folder, known by their file names.
public struct RailwayRegions: Sendable {
    /// The folder of the databases; it need not exist.
    public let folder: String

    init(folder: String) { self.folder = folder }

    /// The user's own: `amaoto/railways` in `XDG_DATA_HOME`, by default `~/.local/share`; nil without a home.
    public init?() {
        let environment = ProcessInfo.processInfo.environment
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let data = folder("XDG_DATA_HOME") ?? folder("HOME").map({ $0 + "/.local/share" }) else { return nil }
        self.init(folder: data + "/amaoto/railways")
    }

    /// The names of the regions, in order.
    public var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }.map { String($0.dropLast(Self.ending.count)) }.sorted()
    }

    /// The path of a region's database.
    public func path(_ name: String) -> String { "\(folder)/\(name)\(Self.ending)" }

    /// The name of a region that is made from a source: the file's name up to the first dot.
    public static func name(of source: String) -> String {
        String(URL(fileURLWithPath: source).lastPathComponent.prefix { $0 != "." })
    }

    /// The command that removes a region.
    public static func removal(of name: String) -> String { "amaoto railways remove \(name.hasPrefix("-") ? "-- " : "")\(name.inShell)" }

    public func read(_ name: String) throws(RailwayError) -> RailwayImport {
        do {
            return try RailwayStore.read(path(name))
        } catch {
            var error = error
            error.remedy = "remove it with `\(Self.removal(of: name))`, or add it again with -y"
            throw error
        }
    }

    /// The shipped map with all regions. One damaged file must not stop every ride, so such a region is left out.
    /// - Parameter leftOut: receives the name of each region that cannot be read, and why.
    public func readAll(leftOut: (String, RailwayError) -> Void) throws(RailwayError) -> RailwayImport {
        var whole = try RailwayLibrary.greaterTokyo()
        for name in names {
            do {
                whole.add(try read(name), asRegion: name)
            } catch {
                leftOut(name, error)
            }
        }
        return whole
    }

    /// The shipped map or another region that has lines of a region too.
    public struct Covering: Equatable, Sendable {
        /// Its name; nil for the shipped map.
        public let region: String?
        /// The names of the lines, and how many the region has in all.
        public let lines: [String]
        public let total: Int
    }

    /// What else has lines of a region: a ride on them is followed on both. Damaged regions do not count.
    public func covering(_ name: String) throws(RailwayError) -> [Covering] {
        let map = try read(name).map
        var others: [(region: String?, map: RailwayMap)] = [(nil, try RailwayLibrary.greaterTokyo().map)]
        for other in names where other != name {
            if let read = try? read(other) { others.append((other, read.map)) }
        }
        return others.compactMap { other in
            let lines = map.lines(coveredBy: other.map).map { map.railways[$0].name.text(else: map.railways[$0].id) }
            return lines.isEmpty ? nil : Covering(region: other.region, lines: lines, total: map.railways.count)
        }
    }

    private static let ending = ".sqlite"
}

extension RailwayImport {
    /// Appends a region. Ids that are in use already are preceded by its name: two cities may both have a line 1.
    mutating func add(_ other: RailwayImport, asRegion name: String) {
        let lines = Set(map.railways.map(\.id))
        let stations = Set(map.railways.flatMap { $0.stations.map(\.id) })
        for var railway in other.map.railways {
            // The parts of a line keep one name.
            if lines.contains(railway.lineId ?? railway.id) || lines.contains(railway.id) { railway.id = "\(name):\(railway.id)" }
            for index in railway.stations.indices where stations.contains(railway.stations[index].id) {
                railway.stations[index].id = "\(name):\(railway.stations[index].id)"
            }
            map.railways.append(railway)
        }
        notes += other.notes
        map.credits = (map.credits + other.map.credits).uniqued()
    }
}
