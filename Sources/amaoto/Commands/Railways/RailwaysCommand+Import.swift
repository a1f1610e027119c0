// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform
import Railways

extension RailwaysCommand {
    struct Import: ParsableCommand, FileWritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Build a railway database from GTFS, OpenStreetMap and other data.",
            discussion: """
                The format is detected. The database is written atomically: if the import fails, an older file is unchanged.

                EXAMPLES
                  amaoto railways import feed.zip -o city.sqlite       a GTFS feed
                  amaoto railways import city.osm.pbf -o city.sqlite   OpenStreetMap (osmium)
                  amaoto railways import n02/ -o japan.sqlite          MLIT N02, as GeoJSON
                  amaoto railways import old.sqlite -o new.sqlite      a database, re-indexed
                """)

        @Argument(help: "Source files; several are combined.", completion: .file()) var sources: [String]

        @Option(name: .shortAndLong, help: ArgumentHelp("Output database.", valueName: "db"), completion: .file())
        var output: String

        @Option(help: ArgumentHelp("Source format (default: detected): \(RailwayFormat.list).", valueName: "format"))
        var format: RailwayFormat?

        @Flag(help: "Omit indexes and R-trees, which amaoto itself does not need.")
        var compact = false

        @OptionGroup var writing: WritingOptions

        @OptionGroup var messages: MessageOptions

        func declareFiles(in claims: inout OutputClaims) {
            Self.claim(sources, format, in: &claims)
            claims.write(output, as: "-o")
        }

        static func claim(_ sources: [String], _ format: RailwayFormat?, in claims: inout OutputClaims) {
            for source in sources {
                claims.read(source)
                // Some formats also read neighbouring files.
                guard let format = format ?? (try? RailwayFormat.sniff(source)) else { continue }
                for path in format.importer(source).sources where path != source { claims.read(path) }
            }
        }

        func run() throws {
            try Self.build(sources, format, to: output, compact ? .compact : .indexed, try checkedClaims(), messages.console)
        }

        static func build(
            _ sources: [String], _ format: RailwayFormat?, to output: String, _ layout: RailwayStore.Layout, _ claims: OutputClaims,
            _ console: Console
        ) throws {
            let interrupts = Interrupts()
            let status = ProgressLine(console, patience: 0)
            var whole: RailwayImport?
            for source in sources {
                try RailwayFormat.refusePipe(source)
                let format = try format ?? RailwayFormat.sniff(source)
                let read = try format.importer(source).read { status.show($0) }
                if whole == nil { whole = read } else { whole?.add(read) }
            }
            guard let whole else { return }
            try RailwayStore.write(
                whole.map, notes: whole.notes, to: output, layout: layout, claims, progress: { status.show($0) },
                begins: {
                    console.endStatus()
                    // Writing takes a moment; a signal waits for it, so that no partial file is left.
                    interrupts.hold()
                })
            for note in whole.notes.prefix(Self.notesShown) { console.say("  \(note)") }
            if whole.notes.count > Self.notesShown {
                console.say("  and \(whole.notes.count - Self.notesShown) more oddities: amaoto railways info \(output)")
            }
            console.say("\(output): \(whole.map.counts).")
            try interrupts.throwIfArrived()
        }

        private static let notesShown = 12
    }
}

extension RailwayFormat: ExpressibleByArgument {}

extension RailwayFormat {
    /// All formats, for help.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
