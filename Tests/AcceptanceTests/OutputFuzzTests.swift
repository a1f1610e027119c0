// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Platform
import TestTraits
import Testing

@testable import amaoto

/// Tests the output rule with random commands: parsed command lines whose file options are set to names from one small folder
/// full of links, and an intruder that moves files about meanwhile. Seeded; AMAOTO_CLASHES sets the number of attempts.
@Suite(.tags(.properties), .waiting, .serialized) struct OutputFuzzTests {
    private static let tries = ProcessInfo.processInfo.environment["AMAOTO_CLASHES"].flatMap { Int($0) } ?? 10_000

    // MARK: The commands' own options

    /// A command that writes files, with its options that complete to a file or a folder.
    struct Command: Sendable {
        let path: [String]
        let options: [Option]

        struct Option: Sendable {
            /// Empty for an argument.
            let flag: String
            let valueName: String
        }
    }

    /// From the program's own description of itself.
    static let commands: [Command] = {
        struct Tool: Decodable { let command: Part }
        struct Part: Decodable {
            let commandName: String
            let subcommands: [Part]?
            let arguments: [Argument]?
        }
        struct Argument: Decodable {
            struct Name: Decodable { let kind, name: String }
            let kind: String
            let names: [Name]?
            let valueName: String?
            let completionKind: [String: Completion]?
            struct Completion: Decodable {}
        }
        var commands: [Command] = []
        func take(_ part: Part, _ path: [String]) {
            for part in part.subcommands ?? [] where part.commandName != "help" { take(part, path + [part.commandName]) }
            let options = (part.arguments ?? []).filter { $0.completionKind?["file"] != nil || $0.completionKind?["directory"] != nil }.map
            {
                Command.Option(
                    flag: $0.names?.first.map { ($0.kind == "short" ? "-" : "--") + $0.name } ?? "", valueName: $0.valueName ?? "")
            }
            guard !options.isEmpty, writes(path) else { return }
            commands.append(Command(path: path, options: options))
        }
        do { _ = try Amaoto.parseAsRoot(["--experimental-dump-help"]) } catch {
            let text = Amaoto.fullMessage(for: error)
            if let tool = try? JSONDecoder().decode(Tool.self, from: Data(text.utf8)) { take(tool.command, []) }
        }
        return commands
    }()

    private static func writes(_ path: [String]) -> Bool {
        var type: any ParsableCommand.Type = Amaoto.self
        for name in path {
            guard let next = type.configuration.subcommands.first(where: { ($0.configuration.commandName ?? $0._commandName) == name })
            else { return false }
            type = next
        }
        return type is any FileWritingCommand.Type
    }

    /// The other arguments that a command requires.
    private static func rest(_ path: [String]) -> [String] {
        switch path {
        case ["render"]: ["-d", "1", "--container", "wav"]
        case ["key"]: ["--container", "wav"]
        case ["ride"]: ["--from", "Shibuya", "--to", "Ueno"]
        case ["railways", "import"]: ["--format", "database"]
        case ["sessions", "export"]: ["-t", "gpx"]
        default: []
        }
    }

    private static func parsed(_ arguments: [String]) -> (any FileWritingCommand)? {
        (try? Amaoto.parseAsRoot(arguments)) as? any FileWritingCommand
    }

    @Test func `every option that completes a file is read or written`() throws {
        #expect(
            Self.commands.map { $0.path.joined(separator: " ") } == [
                "demo", "play", "render", "track", "key", "preset new", "plot drop", "plot mapping", "plot spectrum", "plot spectrogram",
                "plot ride", "plot track", "plot map", "listen", "ride", "railways add", "railways import", "sessions export",
            ])
        let folder = try Folder()
        for command in Self.commands {
            for option in command.options {
                // Values: an existing file, in each of the formats that are read, and a missing one for outputs.
                let ending =
                    command.path == ["ride"] ? "csv" : command.path == ["demo"] ? "wav" : option.valueName == "input" ? "gpx" : "yaml"
                let file = try folder.write("preset: 1\nplace: outdoor\n", to: "there.\(ending)").path
                let value = option.valueName.hasPrefix("name=") ? "park=\(file)" : file
                let needed: [String] = command.options.reduce(into: []) { needed, other in
                    guard other.flag != option.flag else { return }
                    // Options that a command requires, or without which it writes no file.
                    if other.flag == "--output", option.flag != "--output" {
                        needed += ["-o", folder.path(ending == "csv" ? "o.csv" : "o.wav")]
                    }
                    if other.flag.isEmpty, other.valueName != "name", option.flag != "--applied" { needed.append("other.gpx") }
                }
                let given = option.flag.isEmpty ? [value] : [option.flag, value]
                var rest = option.flag == "--applied" && command.path == ["render"] ? ["--container", "wav"] : Self.rest(command.path)
                // A truth for its sound.
                if command.path == ["listen"], option.flag != "--against" { rest += ["--against", "truth.csv"] }
                // Captions are those of a key.
                if command.path == ["listen"], option.flag == "--captions" { rest += ["--key", "key.wav"] }
                let found = try #require(Self.parsed(command.path + given + needed + rest), "\(command.path + given + needed + rest)")
                let claims = found.claims
                let named = claims.inputPaths + claims.written + claims.added
                #expect(
                    named.contains { $0 == file || $0.hasPrefix(file + "/") },
                    "\(command.path) \(option.flag) \(option.valueName): \(named)")
            }
        }
    }

    // MARK: The tries

    /// In memory if that is a file system: thousands of files are synced.
    private static func place() -> String {
        let memory = "/dev/shm"
        let place = FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
        return "\(place)/amaoto-\(UUID().uuidString)"
    }

    /// A command whose options name files of the folder; nil if it is invalid.
    private static func command(in folder: String, using random: inout SplitMix) -> (arguments: [String], command: any FileWritingCommand)?
    {
        let command = commands[Int.random(in: 0..<commands.count, using: &random)]
        var arguments = command.path + rest(command.path)
        for option in command.options {
            let isNeeded = option.flag == "--output" || option.flag.isEmpty && option.valueName != "name"
            guard isNeeded || Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let name = OutputAttempt.name(in: folder, using: &random)
            let value = option.valueName.hasPrefix("name=") ? "park=\(name)" : name
            arguments += option.flag.isEmpty ? [value] : [option.flag, value]
        }
        return parsed(arguments).map { (arguments, $0) }
    }

    /// Each command runs in many folders: parsing the options takes longer than an attempt.
    private static let foldersForEach = 50

    @Test func `nothing that is there is overwritten`() throws {
        var random = SplitMix(seed: 17_2026)
        let folder = Self.place()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var outcomes: [String: Int] = [:]
        var number = 0
        while number < Self.tries {
            guard let (arguments, command) = Self.command(in: folder, using: &random) else { continue }
            for _ in 0..<min(Self.foldersForEach, Self.tries - number) {
                number += 1
                let attempt = try OutputAttempt(in: folder, number, using: &random)
                var claims = command.claims
                claims.overwrites = Int.random(in: 0..<3, using: &random) > 0
                let outcome = attempt.run(claims, using: &random)
                outcomes[outcome.word, default: 0] += 1
                guard outcome.harm.isEmpty else {
                    Issue.record(
                        "try \(number), overwrites: \(claims.overwrites): \(arguments.joined(separator: " ")): \(outcome.harm.joined(separator: "; "))"
                    )
                    return
                }
            }
        }
        // Each outcome occurs often enough for the attempts to be meaningful.
        for word in ["clash", "in the way", "written", "kept beside"] { #expect(outcomes[word, default: 0] * 100 > number, "\(outcomes)") }
    }

    /// A few of the same through the program itself.
    @Test func `the program overwrites nothing that is there`() throws {
        var random = SplitMix(seed: 26_11)
        let folder = Self.place()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for number in 0..<30 {
            let attempt = try OutputAttempt(in: folder, number, using: &random)
            let options = ["--state", "--stats", "--captions", "--session"].shuffled(using: &random).prefix(
                Int.random(in: 1...3, using: &random))
            var arguments = [
                "render", folder + "/ride.gpx", "-d", "0.05", "--container", "wav", "-q", "-o",
                OutputAttempt.name(in: folder, using: &random),
            ]
            for option in options { arguments += [option, OutputAttempt.name(in: folder, using: &random)] }
            if Bool.random(using: &random) { arguments.append("-y") }
            let claims = try #require(Self.parsed(arguments)).claims
            let inputs = OutputAttempt.inputs(of: claims)
            let run = try Program.amaoto(arguments)
            #expect([0, 1, 2, 4].contains(run.status), "\(arguments) \(run.status) \(run.errors)")
            let harm = attempt.harm(claims, inputs, mayReplace: claims.overwrites)
            #expect(harm.isEmpty, "\(arguments): \(harm) \(run.errors)")
        }
    }
}
