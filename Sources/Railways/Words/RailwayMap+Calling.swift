// SPDX-License-Identifier: MIT
import Tracking

extension RailwayMap {
    /// The ids of all stations that match a word: by id, by the number that passengers see (`JY25`), or by name in any language.
    /// - Throws: `missing`, with the name that was probably meant.
    public func stations(called word: String) throws(RailwayError) -> [String] {
        let named = stations(named: word).map { self[$0].id }
        if !named.isEmpty { return named }
        let numbered = railways.flatMap(\.stations).filter { $0.code.map { Self.isSameName($0, word) } ?? false }
        if !numbered.isEmpty { return numbered.map(\.id) }
        throw RailwayError(
            kind: .missing, source: "the railways", place: "station \(word)", message: "there is no such station",
            remedy: nearestName(to: word).map { "did you mean \($0)?" } ?? "'amaoto railways info' lists the stations")
    }

    /// The id of the line that matches a word: by id, by code, or by name in any language.
    /// - Throws: `missing`, with the name that was probably meant or, if several lines share the name, with their ids.
    public func line(called word: String) throws(RailwayError) -> String {
        if railway(word) != nil { return word }
        let found = railways.filter { railway in
            railway.code.map { Self.isSameName($0, word) } ?? false || Self.isSameName(railway.id, word)
                || railway.name.entries.contains { Self.isSameName($0.text, word) }
        }
        if found.count == 1 { return found[0].id }
        if found.count > 1 {
            throw RailwayError(
                kind: .missing, source: "the railways", place: "line \(word)",
                message: "\(found.count) lines have this name",
                remedy: "give one id: \(found.prefix(6).map(\.id).joined(separator: ", "))")
        }
        // A line is commonly known by the part after the operator's name.
        let short = railways.filter { Self.isSameName($0.id.split(separator: ".").last.map(String.init) ?? "", word) }
        let names = railways.map(\.id) + railways.flatMap { $0.name.entries.map(\.text) }
        let nearest = short.first?.id ?? NearestName.of(word, in: names)
        throw RailwayError(
            kind: .missing, source: "the railways", place: "line \(word)", message: "there is no such line",
            remedy: nearest.map { "did you mean \($0)?" } ?? "'amaoto railways info' lists the lines")
    }
}
