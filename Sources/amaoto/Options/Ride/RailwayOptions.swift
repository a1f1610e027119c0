// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Platform
import Railways
import Tracking

/// The railway database.
struct RailwayOptions: ParsableArguments, FileDeclaring {
    @Option(
        name: .customLong("railways"),
        help: ArgumentHelp(
            "Railway database, as `amaoto railways import` writes it, or a region's name (default: Greater Tokyo and the regions added).",
            valueName: "db"),
        completion: .file(extensions: ["sqlite", "db"]))
    var database: String?

    func declareFiles(in claims: inout OutputClaims) {
        if let database { claims.read(database) }
    }

    func load(_ console: Console) throws -> RailwayImport { try Self.load(database, console) }

    /// The names of lines and stations in the requested languages.
    func names(_ languages: LanguageOptions, _ console: Console) throws -> RailwayNames {
        let map = try load(console).map
        languages.check(map, console)
        return RailwayNames(map, languages: languages.languages)
    }

    /// Reads a database: a file, or else the region of this name.
    /// - Throws: `RailwayError`; `Failure` if there is neither, and a region has a similar name.
    static func read(_ name: String) throws -> RailwayImport {
        guard !FileManager.default.fileExists(atPath: name), let regions = RailwayRegions() else { return try RailwayStore.read(name) }
        if regions.names.contains(name) { return try RailwayStore.read(regions.path(name)) }
        if let nearest = NearestName.of(name, in: regions.names) {
            throw Failure("there is no file or region \(name); did you mean \(nearest)?", .input)
        }
        return try RailwayStore.read(name)
    }

    /// Reads a database; by default the shipped map with the regions that the user has added.
    /// - Parameter console: receives a warning about each region that is omitted because its file is damaged; nil for none.
    static func load(_ database: String?, _ console: Console?) throws -> RailwayImport {
        if let database { return try read(database) }
        guard let regions = RailwayRegions() else { return try RailwayLibrary.greaterTokyo() }
        return try regions.readAll { name, error in console?.warnOnce("the region \(name) is left out: \(error)") }
    }
}

/// The languages of the railways' names.
struct LanguageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Languages of names, preferred first, such as ja,en.", valueName: "languages"))
    var lang: String?

    var languages: [String] { (lang ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }

    /// Warns if a map has no name in any of them.
    func check(_ map: RailwayMap, _ console: Console) {
        if let advice = map.missing(languages) { console.warnOnce("--lang: \(advice)") }
    }
}
