import Foundation
import Tracking

extension RailwayMap {
    /// The ids of every station that a person means by a word: its id, the number that passengers see (`JY25`), or its
    /// name in any language, written in whatever case, with or without accents, blanks and hyphens.
    /// - Throws: `missing`, with the name that was probably meant.
    public func stations(called word: String) throws(RailwayError) -> [String] {
        let stations = railways.flatMap(\.stations)
        if let exact = stations.first(where: { $0.id == word }) { return [exact.id] }
        let folded = Self.folded(word)
        let found = stations.filter { station in
            !folded.isEmpty
                && (Self.folded(station.code ?? "") == folded || station.name.entries.contains { Self.folded($0.text) == folded })
        }
        guard found.isEmpty else { return found.map(\.id) }
        throw Self.unknown(
            "station", word, among: stations.flatMap { [$0.id] + $0.name.entries.map(\.text) },
            help: "'amaoto railways info' lists the stations")
    }

    /// The id of the line that a person means by a word: its id, its code, or its name in any language.
    /// - Throws: `missing`, with the name that was probably meant or, where several lines share it, with their ids.
    public func line(called word: String) throws(RailwayError) -> String {
        if railways.contains(where: { $0.id == word }) { return word }
        let folded = Self.folded(word)
        let found = railways.filter { railway in
            !folded.isEmpty
                && (Self.folded(railway.code ?? "") == folded || railway.name.entries.contains { Self.folded($0.text) == folded })
        }
        if found.count == 1 { return found[0].id }
        if found.count > 1 {
            throw RailwayError(
                kind: .missing, source: "the railways", place: "line \(word)", message: "\(found.count) lines are called that",
                remedy: "name one by its id: \(found.prefix(6).map(\.id).joined(separator: ", "))")
        }
        throw Self.unknown(
            "line", word, among: railways.flatMap { [$0.id] + $0.name.entries.map(\.text) },
            help: "'amaoto railways info' lists the lines")
    }

    private static func unknown(_ what: String, _ word: String, among names: [String], help: String) -> RailwayError {
        let last = names.first { $0.contains(".") && folded(String($0.split(separator: ".").last ?? "")) == folded(word) }
        let nearest = last ?? NearestName.of(word, in: names)
        return RailwayError(
            kind: .missing, source: "the railways", place: "\(what) \(word)", message: "there is no such \(what)",
            remedy: nearest.map { "did you mean \($0)?" } ?? help)
    }

    /// Letters and digits alone, in small letters without accents.
    private static func folded(_ text: String) -> String {
        let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en_US_POSIX"))
        return String(String.UnicodeScalarView(plain.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
    }
}
