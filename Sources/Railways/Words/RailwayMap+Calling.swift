// SPDX-License-Identifier: MIT
import PlainText
import Tracking

extension RailwayMap {
    /// The ids of all stations that match a word: by id or name (`stations(named:)`), or by the number that passengers see
    /// (`JY25`).
    /// - Throws: `missing`, with the names that were probably meant.
    public func stations(called word: String) throws(RailwayError) -> [String] {
        let named = stations(named: word).map { self[$0].id }
        if !named.isEmpty { return named }
        let numbered = railways.flatMap(\.stations).filter { $0.code.map { Self.isSameName($0, word) } ?? false }
        if !numbered.isEmpty { return numbered.map(\.id) }
        let meant = namesMeant(by: word)
        throw RailwayError.missing(
            place: "station \(Self.shown(word))", message: "there is no such station",
            remedy: meant.isEmpty ? "'amaoto railways info --stations' lists the stations" : "did you mean \(ListText.either(meant))?")
    }

    /// The id of the line that a word calls: its id; its code or name in any language; the name without the word for a line, or
    /// the last part of the id; the end of the name, after the operator's; the beginning of any of these. The first of these
    /// that some line fits decides. The branches of a line are called with its main run.
    /// - Throws: `missing`, with the name that was probably meant or, if several lines fit, with their ids.
    public func line(called word: String) throws(RailwayError) -> String {
        if railway(word) != nil { return word }
        let wanted = LineName(word)
        if !wanted.whole.isEmpty {
            let calls = railways.map(LineCall.init)
            for step in LineCall.Step.allCases {
                let found = withoutBranches(railways.indices.filter { calls[$0].fits(wanted, step) })
                if found.count == 1 { return railways[found[0]].id }
                if found.count > 1 { throw Self.ambiguous(word, found.map { railways[$0] }) }
            }
        }
        let names = railways.flatMap { [$0.id, LineCall.lastPart(of: $0.id)] + $0.name.entries.map(\.text) }
        throw RailwayError.missing(
            place: "line \(Self.shown(word))", message: "there is no such line",
            remedy: NearestName.remedy(word, in: names, else: "'amaoto railways info' lists the lines"))
    }

    /// A word as messages show it: a blank one in quotes, so that it is seen.
    private static func shown(_ word: String) -> String { word.allSatisfy(\.isWhitespace) ? "'\(word)'" : word }

    private static func ambiguous(_ word: String, _ found: [Railway]) -> RailwayError {
        let ids = found.map { railway in
            let name = railway.name.text()
            return name.isEmpty ? railway.id : "\(railway.id) (\(name))"
        }
        return .missing(
            place: "line \(word)", message: "\(found.count) lines have this name",
            remedy: "give the id of one: \(ListText.first(mostListed, of: ids))")
    }

    private static let mostListed = 8
}

/// What a line is called by.
private struct LineCall {
    /// The ways in which a line is called, from the strictest on.
    enum Step: CaseIterable {
        case exact, withoutLine, withoutOperator, beginning
    }

    private let id, last: LineName
    private let names: [LineName]
    private let code: String

    init(_ railway: Railway) {
        id = LineName(railway.id)
        last = LineName(Self.lastPart(of: railway.id))
        names = railway.name.entries.map { LineName($0.text) }
        code = RailwayMap.key(railway.code ?? "")
    }

    /// The part of an id after the operator's: `Yamanote` of `JR-East.Yamanote`.
    static func lastPart(of id: String) -> String { id.split(separator: ".").last.map(String.init) ?? id }

    func fits(_ typed: LineName, _ step: Step) -> Bool {
        switch step {
        case .exact: code == typed.whole || ([id] + names).contains { $0.whole == typed.whole }
        case .withoutLine: ([last] + names).contains { $0.short == typed.short }
        case .withoutOperator: names.contains { $0.ends(with: typed) }
        case .beginning: ([id, last] + names).contains { $0.begins(with: typed) }
        }
    }
}
