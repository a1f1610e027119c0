// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText
import Platform
import Sonification
import Tracking
import Tuning

extension PresetCommand {
    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set values in a preset file, keeping its comments, order and layout.",
            discussion: """
                Either all changes are made or none. Values are named as in the file: a parameter by its name, a value of a mapping or \
                an event by its index, from 0. A key that is missing is added where it belongs.

                EXAMPLES
                  amaoto preset set my.yaml drops.rate=1200 bed.pink=0.02
                  amaoto preset set my.yaml 'map.0.range=[2, 60]' map.0.smooth.attack=0.5
                  amaoto preset set my.yaml 'events.fix lost.play.level=-12' --remove bed.brown
                """)
        @Argument(help: "Preset file to change.", completion: .file(extensions: ["yaml", "yml"])) var file: String
        @Argument(help: "Values to set, such as drops.rate=900.") var changes: [String] = []
        @Option(parsing: .singleValue, help: ArgumentHelp("Key to remove; repeat for more.", valueName: "key")) var remove: [String] = []
        @Flag(help: "Print the new text instead of writing it to the file.") var dryRun = false
        @OptionGroup var messages: MessageOptions

        func validate() throws {
            if changes.isEmpty, remove.isEmpty { throw ValidationError("Give a change, such as drops.rate=1200.") }
            _ = try PresetOptions.pairs(changes)
        }

        func run() throws {
            if ByteSource.isReadOnce(file) {
                throw Failure("\(file) is a pipe; give a preset file", .preset)
            }
            let desk = try TuningDesk(file)
            if desk.snapshot.isShipped {
                throw Failure(
                    "\(file) ships with the program and is not changed; make one of your own first: "
                        + "amaoto preset new my-\(file).yaml --from \(file)", .preset)
            }
            var edits = try PresetOptions.edits(changes)
            for key in remove { edits.append(PresetEdit(try TuningDesk.path(key), .remove)) }
            try desk.change(edits, label: "set")
            if dryRun { return printWhole(desk.snapshot.text) }
            let differences = desk.differences()
            if desk.snapshot.isChanged { try desk.save() }
            for sentence in differences { messages.console.say(sentence) }
            if differences.isEmpty { messages.console.say("Nothing audible has changed.") }
        }
    }

    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff", abstract: "Describe the differences between two presets, in words and units.",
            discussion: """
                Compares what is heard: values inherited through extends count, comments and layout do not.

                EXAMPLES
                  amaoto preset diff commuter my.yaml
                  amaoto preset diff drizzle downpour --json
                """)
        @Argument(help: "Preset: the name of a shipped one, or a file.", completion: NameCompletion.presets) var first: String
        @Argument(help: "Second preset: a shipped name, or a file.", completion: NameCompletion.presets) var second: String
        @Flag(help: "Print a JSON array of objects with subject, from, to and change.") var json = false
        @OptionGroup var messages: MessageOptions

        func run() throws {
            let library = PresetLibrary.standard
            let comparison = PresetComparison(try library.load(first), try library.load(second))
            if json { return print(comparison.json) }
            for sentence in comparison.sentences { print(sentence) }
            if comparison.sentences.isEmpty { messages.console.say("They sound the same.") }
        }
    }

    struct New: ParsableCommand, FileWritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create a preset from another one.",
            discussion: """
                EXAMPLES
                  amaoto preset new --from downpour            # a copy: downpour.yaml
                  amaoto preset new my.yaml --from commuter
                  amaoto preset new my.yaml --from storm --extends   # inherits from storm
                """)
        @Argument(help: "New preset file; .yaml is added to a bare name.", completion: .file(extensions: ["yaml", "yml"])) var name: String?
        @Option(
            help: ArgumentHelp("Preset: the name of a shipped one, or a file.", valueName: "preset"),
            completion: NameCompletion.presets)
        var from = PresetLibrary.usual
        @Flag(help: "Extend the preset instead of copying its text.") var extends = false
        @OptionGroup var writing: WritingOptions
        @OptionGroup var messages: MessageOptions

        func validate() throws {
            if name == "" { throw ValidationError("The name of the new preset is empty: name it, or omit it.") }
        }

        func declareFiles(in claims: inout OutputClaims) {
            claims.read(preset: from)
            claims.write((try? PresetLibrary.standard.source(from)).map { path(from: $0) }, as: "the new preset")
        }

        private func path(from source: PresetSource) -> String { PresetLibrary.fileName(name ?? source.name) }

        func run() throws {
            let claims = try checkedClaims()
            let source = try PresetLibrary.standard.source(from)
            let path = path(from: source)
            var document = try PresetDocument(source)
            document =
                extends
                ? try PresetDocument.extending(document.preset, named: from, at: path) : try document.moved(to: path)
            _ = try PresetFile(creating: path, document.source, claims)
            messages.console.say("Made \(path).")
            messages.console.say("Hear it: amaoto play -p \(path.inShell)")
            messages.console.say("Tune it: amaoto tune \(path.inShell)")
        }
    }
}
