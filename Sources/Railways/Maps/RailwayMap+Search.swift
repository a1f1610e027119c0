// SPDX-License-Identifier: MIT
import Foundation
import Tracking

extension RailwayMap {
    /// A station of a map and its railway.
    public struct FoundStation: Sendable {
        /// The index in `railways`, and the index in that railway's `stations`.
        public let railway: Int
        let station: Int
    }

    /// The stations that match a text: by id, or by name in any language, as `isSameName` compares them. A place
    /// where several railways meet is found once for each, in the order of the map.
    func stations(named text: String) -> [FoundStation] {
        let wanted = text.trimmingCharacters(in: .whitespaces)
        guard !wanted.isEmpty else { return [] }
        let exact = all { $0.id == wanted }
        if !exact.isEmpty { return exact }
        let key = Self.key(wanted)
        guard !key.isEmpty else { return [] }
        return all { $0.name.entries.contains { Self.key($0.text) == key } }
    }

    /// The name of the station that was probably meant, for a message; nil if none is close.
    func nearestName(to text: String) -> String? {
        var names: [String] = []
        var seen: Set<String> = []
        for station in railways.lazy.flatMap(\.stations) {
            for entry in station.name.entries where seen.insert(entry.text).inserted { names.append(entry.text) }
        }
        return NearestName.of(text, in: names)
    }

    /// The railway with an id; nil if there is none.
    func railway(_ id: String) -> Railway? { railways.first { $0.id == id } }

    public subscript(_ found: FoundStation) -> Railway.Station { railways[found.railway].stations[found.station] }

    /// Whether two names differ at most in case, accents, width, blanks, hyphens and apostrophes: `Tōkyō` and `Tokyo`.
    public static func isSameName(_ a: String, _ b: String) -> Bool { key(a) == key(b) }

    private func all(where fits: (Railway.Station) -> Bool) -> [FoundStation] {
        railways.indices.flatMap { railway in
            railways[railway].stations.indices.filter { fits(railways[railway].stations[$0]) }
                .map { FoundStation(railway: railway, station: $0) }
        }
    }

    /// The key by which names are compared: without case, accents, width, blanks, hyphens and apostrophes.
    static func key(_ name: String) -> String { joined(folded(name)) }

    /// A name without case, accents and width.
    static func folded(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en_US_POSIX"))
    }

    /// A name without blanks, hyphens and apostrophes.
    static func joined(_ name: String) -> String {
        name.filter { !$0.isWhitespace && $0 != "-" && $0 != "‐" && $0 != "'" && $0 != "’" }
    }
}
