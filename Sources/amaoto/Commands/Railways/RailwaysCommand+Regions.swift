// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Railways
import Tracking

extension RailwaysCommand {
    struct Add: ParsableCommand, FileWritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Import a region, which all commands know from then on.",
            discussion: """
                The database goes into ~/.local/share/amaoto/railways (XDG_DATA_HOME). Regions add to the shipped map and to each \
                other; a ride is followed on the railways around its fixes.

                EXAMPLES
                  amaoto railways add lausanne.zip                 GTFS, as the region lausanne
                  amaoto railways add city.osm.pbf --name bern     OpenStreetMap (osmium)
                  amaoto railways add lausanne.zip -y              again, from a newer feed
                """)

        @Argument(help: "Source files; several are combined.", completion: .file()) var sources: [String]

        @Option(help: ArgumentHelp("Name of the region (default: that of the first file).", valueName: "region"))
        var name: String?

        @Option(help: ArgumentHelp("Source format (default: detected): \(RailwayFormat.list).", valueName: "format"))
        var format: RailwayFormat?

        @OptionGroup var writing: WritingOptions

        @OptionGroup var messages: MessageOptions

        private var region: String { name ?? sources.first.map(RailwayRegions.name) ?? "" }

        func validate() throws {
            guard !region.isEmpty, !region.contains("/"), !region.hasPrefix(".") else {
                throw ValidationError("'\(region)' is not a valid name for a region; give one with --name, such as --name bern.")
            }
        }

        func declareFiles(in claims: inout OutputClaims) {
            Import.claim(sources, format, in: &claims)
            if let regions = RailwayRegions() { claims.write(regions.path(region), as: "--name") }
        }

        func run() throws {
            let regions = try RailwayRegions.own()
            do {
                try FileManager.default.createDirectory(atPath: regions.folder, withIntermediateDirectories: true)
            } catch {
                throw RailwayError(
                    kind: .unwritable, source: regions.folder, message: "the folder cannot be made",
                    remedy: "choose another with XDG_DATA_HOME")
            }
            if !writing.overwrites, regions.names.contains(region) {
                throw Failure(
                    "there is already a region \(region); use -y to replace it, or --name to give this one another name", .runtime)
            }
            let claims = try checkedClaims()
            let console = messages.console
            try Import.build(sources, format, to: regions.path(region), .compact, claims, console)
            for covering in try regions.covering(region) { console.warn(sentence(covering)) }
        }

        /// Reports the lines that are known twice from now on.
        private func sentence(_ covering: RailwayRegions.Covering) -> String {
            let (count, total) = (covering.lines.count, covering.total)
            let lines =
                count < total
                ? "\(count) of the \(total) lines of \(region) \(count == 1 ? "is" : "are")"
                : total == 1 ? "the line of \(region) is" : "all \(total) lines of \(region) are"
            let other = covering.region.map { "the region \($0)" } ?? "the built-in map of Greater Tokyo"
            let remedy = [region, covering.region].compactMap { $0 }.map { "`\(RailwayRegions.removal(of: $0))`" }.joined(separator: " or ")
            return "\(lines) also in \(other) (\(ListText.first(4, of: covering.lines))), and a ride there is followed on both; "
                + "\(remedy) removes \(covering.region == nil ? "the region" : "one")"
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the regions added to the shipped map.",
            discussion: """
                EXAMPLES
                  amaoto railways list
                """)

        @OptionGroup var messages: MessageOptions

        func run() throws {
            let regions = try RailwayRegions.own()
            let console = messages.console
            let names = regions.names
            if names.isEmpty {
                console.say(
                    "No region was added. Greater Tokyo is built in; `amaoto railways add city.zip` adds another, see `amaoto railways add --help`."
                )
            }
            for name in names {
                do {
                    print("\(name): \(try regions.read(name).map.counts), \(regions.path(name))")
                } catch {
                    print("\(name): damaged, \(regions.path(name))")
                    console.warn("\(error)")
                }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove regions that were added.",
            discussion: """
                EXAMPLES
                  amaoto railways remove lausanne
                """)

        @Argument(
            help: ArgumentHelp("Regions, as `amaoto railways list` names them.", valueName: "region"),
            completion: .custom { _, _, word in (RailwayRegions()?.names ?? []).filter { $0.hasPrefix(word) } })
        var regions: [String]

        @OptionGroup var messages: MessageOptions

        func run() throws {
            let known = try RailwayRegions.own()
            for name in regions where !known.names.contains(name) {
                let nearest = NearestName.of(name, in: known.names).map { "; did you mean \($0)?" } ?? ""
                throw Failure("there is no region \(name)\(nearest); `amaoto railways list` names the regions", .usage)
            }
            for name in regions.uniqued() {
                do {
                    try FileManager.default.removeItem(atPath: known.path(name))
                } catch {
                    throw RailwayError(
                        kind: .unwritable, source: known.path(name), message: "it cannot be removed",
                        remedy: "check the permissions of its folder")
                }
            }
        }
    }
}

extension RailwayRegions {
    static func own() throws -> RailwayRegions {
        guard let regions = RailwayRegions() else {
            throw Failure("regions need a folder; set XDG_DATA_HOME or HOME", .usage)
        }
        return regions
    }
}
