// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Tracking

extension RailwayMap {
    /// A station of a map and its railway.
    public struct FoundStation: Hashable, Sendable {
        /// The index in `railways`, and the index in that railway's `stations`.
        public let railway: Int
        let station: Int
    }

    /// The stations that match a text: by id; by name in any language, as `isSameName` compares them; by name without the
    /// word for a station and without what a map adds in brackets; or by another spelling of a Japanese name. The first of these
    /// that some station fits decides which places are meant. A place where several railways meet is found once for each, in the
    /// order of the map.
    func stations(named text: String) -> [FoundStation] {
        let wanted = text.trimmingCharacters(in: .whitespaces)
        guard !wanted.isEmpty else { return [] }
        let exact = all { $0.id == wanted }
        if !exact.isEmpty { return exact }
        let key = Self.key(wanted)
        guard !key.isEmpty else { return [] }
        let short = Self.withoutStation(key)
        let similar = all { $0.name.entries.contains { Self.withoutStation(Self.key(Self.withoutBrackets($0.text))) == short } }
        let named = all { $0.name.entries.contains { Self.key($0.text) == key } }
        let places = named.compactMap { self[$0].position?.place }
        guard !places.isEmpty else { return !named.isEmpty ? named : !similar.isEmpty ? similar : stations(spelled: wanted) }
        // One railway may write 押上 where another writes 押上〈スカイツリー前〉.
        let beside = similar.filter { found in
            self[found].position.map { there in places.contains { $0.distance(to: there.place) < Railway.Station.sameNamedStation } }
                ?? false
        }
        return Set(named).union(beside).sorted { ($0.railway, $0.station) < ($1.railway, $1.station) }
    }

    /// The stations of a Japanese name that is spelled in another way than on the map.
    private func stations(spelled name: String) -> [FoundStation] {
        func key(_ name: String) -> String { Self.withoutStation(JapaneseSpelling.key(Self.withoutBrackets(name))) }
        let wanted = key(name)
        guard !wanted.isEmpty else { return [] }
        return all { $0.name.isGiven(in: "ja") && $0.name.entries.contains { key($0.text) == wanted } }
    }

    /// The names of the stations that were probably meant, for a message: one that is a slip away, as Ueno is from Uenoo, and
    /// those that begin with the text; or else the closest.
    func namesMeant(by text: String) -> [String] {
        let names = railways.lazy.flatMap(\.stations).flatMap(\.name.entries).map(\.text).uniqued()
        let key = Self.withoutStation(Self.key(text))
        guard !key.isEmpty else { return [] }
        let longer = names.filter { Self.key($0).hasPrefix(key) }.prefix(Self.mostMeant)
        guard !longer.isEmpty else { return NearestName.of(text, in: names, key: Self.folded).map { [$0] } ?? [] }
        let slip = NearestName.of(key, in: names.filter { Self.key($0).first == key.first }, edits: 1, key: Self.key)
        return (slip.map { [$0] } ?? []) + longer.filter { $0 != slip }
    }

    private static let mostMeant = 4

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

    /// A key without the word for a station at its end; the key itself if nothing else is left.
    private static func withoutStation(_ key: String) -> String {
        guard let word = ["station", "sta.", "駅", "站", "역"].first(where: key.hasSuffix), key != word else { return key }
        return String(key.dropLast(word.count))
    }

    /// A name without what its map adds in brackets: `Oshiage` of `Oshiage (Skytree)`, `押上` of `押上〈スカイツリー前〉`.
    private static func withoutBrackets(_ name: String) -> String { String(name.prefix { !"(（〈".contains($0) }) }

    /// The key by which names are compared: without case, accents, width, blanks, hyphens and apostrophes.
    static func key(_ name: String) -> String { joined(folded(name)) }

    /// A name without case, accents and width.
    static func folded(_ name: String) -> String {
        let folded = name.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en_US_POSIX"))
        guard folded.contains(where: { ownLetters[$0] != nil }) else { return folded }
        return folded.map { ownLetters[$0] ?? String($0) }.joined()
    }

    /// Letters that are not another letter with an accent, as people write them whose keyboards lack them.
    private static let ownLetters: [Character: String] = [
        "ł": "l", "đ": "d", "ð": "d", "ø": "o", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
    ]

    /// A name without blanks, hyphens and apostrophes.
    static func joined(_ name: String) -> String {
        name.filter { !$0.isWhitespace && $0 != "-" && $0 != "‐" && $0 != "'" && $0 != "’" }
    }
}
