// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Railways

/// The railway database, and the language of its names.
struct RailwayOptions: ParsableArguments {
    static let databaseHelp = ArgumentHelp("Railway database (default: Greater Tokyo and the regions added).", valueName: "db")

    @Option(
        name: [.customLong("railways")],
        help: Self.databaseHelp, completion: .file(extensions: ["sqlite", "db"]))
    var database: String?

    @Option(help: ArgumentHelp("Languages of names, preferred first, such as ja,en.", valueName: "languages"))
    var lang: String?

    var languages: [String] { Self.languages(lang) }

    /// The languages in a list with commas.
    static func languages(_ list: String?) -> [String] {
        (list ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Says that a map has no name in the languages.
    static func check(_ languages: [String], on map: RailwayMap, _ console: Console) {
        if let advice = map.missing(languages) { console.warnOnce("--lang: \(advice)") }
    }

    func load(_ console: Console) throws -> RailwayImport { try Self.load(database, console) }

    /// Reads a database; by default the shipped map with the regions that the user has added.
    /// - Parameter console: is told which regions are left out since their files are damaged.
    static func load(_ database: String?, _ console: Console?) throws -> RailwayImport {
        if let database { return try RailwayStore.read(database) }
        guard let regions = RailwayRegions() else { return try RailwayLibrary.greaterTokyo() }
        return try regions.readAll { name, error in console?.warnOnce("the region \(name) is left out: \(error)") }
    }
}
