// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import amaoto

/// The `--help` of every command as one text for review: Tests/Fixtures/help.txt.
@Suite(.waiting) struct HelpTests {
    @Test func everyHelpIsTheReviewedOne() throws {
        var text = ""
        try Self.append([], to: &text)
        let reviewed = Program.root.appendingPathComponent("Tests/Fixtures/help.txt")
        guard text != (try? String(contentsOf: reviewed, encoding: .utf8)) else { return }
        let present = Program.root.appendingPathComponent(".build/help.txt")
        try text.write(to: present, atomically: true, encoding: .utf8)
        Issue.record(
            "The help has changed. Read it (diff Tests/Fixtures/help.txt .build/help.txt), then copy it to Tests/Fixtures/help.txt.")
    }

    /// Whoever needs plain lines can say so to every command.
    @Test func everyCommandTakesPlainAndQuiet() {
        for command in Amaoto.configuration.subcommands {
            let inner = command.configuration.subcommands
            for command in inner.isEmpty ? [command] : inner {
                let help = command.helpMessage()
                #expect(help.contains("--plain") && help.contains("--quiet"), "\(command)")
            }
        }
    }

    /// The package ships manual pages, not the folder docs.
    @Test(arguments: ["help.txt", "messages.txt"]) func noTextNamesAPageThatIsNotInstalled(_ name: String) throws {
        let text = try String(contentsOf: Program.root.appendingPathComponent("Tests/Fixtures/\(name)"), encoding: .utf8)
        #expect(!text.contains("docs/"))
    }

    /// Appends the help of a command and of all its subcommands.
    private static func append(_ command: [String], to text: inout String) throws {
        let run = try Program.amaoto(command + ["--help"], environment: ["COLUMNS": "100"])
        #expect(run.status == 0 && run.errors.isEmpty, "\(command): \(run.errors)")
        text += "$ \((["amaoto"] + command + ["--help"]).joined(separator: " "))\n\n\(run.text)\n"
        for name in subcommands(run.text) { try append(command + [name], to: &text) }
    }

    private static func subcommands(_ help: String) -> [String] {
        help.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != "SUBCOMMANDS:" }.dropFirst()
            .prefix { $0.hasPrefix("  ") }
            .compactMap { $0.hasPrefix("   ") ? nil : $0.split(separator: " ").first.map(String.init) }
    }
}
