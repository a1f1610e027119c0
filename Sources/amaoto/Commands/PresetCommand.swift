// SPDX-License-Identifier: MIT
import ArgumentParser
import Listening
import Sonification

struct PresetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset", abstract: "List, show, check, describe, compare, edit and create presets.",
        subcommands: [List.self, Show.self, Check.self, Describe.self, Diff.self, Set.self, New.self, Schema.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the shipped presets.")
        @OptionGroup var messages: MessageOptions

        func run() throws {
            let library = PresetLibrary.standard
            let width = library.names.map(\.count).max() ?? 0
            var isBroken = false
            for name in library.names {
                var words = "broken; `amaoto preset check \(name)` says why"
                do { words = try library.load(name).describe.replacing("\n", with: " ") } catch { isBroken = true }
                print(name.left(width + 2) + words)
            }
            if isBroken { throw ExitCode(ExitStatus.preset.rawValue) }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the text of a preset.")
        @Argument(help: "Preset: the name of a shipped one, or a file.", completion: NameCompletion.presets) var preset: String
        @OptionGroup var messages: MessageOptions

        func run() throws { printWhole(try PresetLibrary.standard.source(preset).text) }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check presets; exit with code 3 on an error.",
            discussion: """
                Every finding names its place, its cause and a remedy. Warnings do not change the exit code. With --listen a machine \
                listener also learns the preset's audio key, reads two invented rides, and reports what it confuses or misses, with \
                figures and the two parameters at fault.
                """)
        @Argument(help: "Presets: names of shipped ones, or files.", completion: NameCompletion.presets) var presets: [String]
        @Flag(help: "Render the key and report what a listener misses; takes a few seconds per preset.") var listen = false
        @OptionGroup var messages: MessageOptions

        func run() async throws {
            var failed = false
            let progress = ProgressLine(messages.console, steps: presets.count * PresetExamination.stepCount)
            defer { messages.console.endStatus() }
            for name in presets {
                let source: PresetSource
                do throws(PresetError) { source = try PresetLibrary.standard.source(name) } catch {
                    // The others are checked all the same.
                    messages.console.warn("\(error)")
                    failed = true
                    continue
                }
                let check = PresetCheck(source)
                for finding in check.diagnostics where !messages.quiet || finding.severity != .note { print(finding) }
                failed = failed || check.preset == nil
                var confusions: [PresetExamination.Finding] = []
                if listen, let preset = check.preset {
                    confusions = try await PresetExamination(preset) { progress.begin("\(name): \($0)") }.findings
                    messages.console.endStatus()
                }
                for finding in confusions { print("\(name): \(finding)") }
                if !messages.quiet, check.diagnostics.isEmpty, confusions.isEmpty { print("\(name): no findings") }
            }
            if failed { throw ExitCode(ExitStatus.preset.rawValue) }
        }
    }

    struct Describe: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "describe", abstract: "Describe the mappings of a preset in sentences.")
        @Argument(help: "Preset: the name of a shipped one, or a file.", completion: NameCompletion.presets) var preset: String
        @OptionGroup var messages: MessageOptions

        func run() throws { print(PresetDescription(try PresetLibrary.standard.load(preset)).text, terminator: "") }
    }

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema", abstract: "Print the JSON Schema of presets, for editors.")
        @OptionGroup var messages: MessageOptions

        func run() { print(PresetSchema.json, terminator: "") }
    }
}
