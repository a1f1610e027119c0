// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Sessions

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List, show and export recorded journeys.",
        discussion: """
            A session starts with a journey and ends when the rider walks or stands still for 15 minutes. Every fix is kept, \
            including those between sessions. `play`, `render` and `track` read session files.

            EXAMPLES
              amaoto track ride.gpx --session rides.sqlite
              amaoto sessions list rides.sqlite
              amaoto sessions show rides.sqlite 1 --activity
              amaoto sessions export rides.sqlite 1 -o journey.gpx
              amaoto play rides.sqlite --session-id 1
            """,
        subcommands: [List.self, Show.self, Export.self])

    /// The session file, and how long to wait for it.
    struct Source: ParsableArguments {
        @Argument(help: ArgumentHelp("Session file, as --session writes it.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
        var file: String

        @Option(help: ArgumentHelp("Seconds to wait for a locked file or a slow disk.", valueName: "seconds"))
        var timeout = 10.0

        func validate() throws {
            guard timeout > 0, timeout <= 1_000_000 else { throw ValidationError("--timeout takes a number of seconds greater than 0.") }
        }

        func query<Value: Sendable>(
            _ question: @escaping @Sendable (SessionStore) throws(SessionError) -> Value
        ) async throws(SessionError) -> Value {
            try await SessionHistory(file).query(timeout: .seconds(timeout), question)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the sessions, one per line, oldest first.")
        @OptionGroup var source: Source
        @Flag(help: "Print one JSON object per line, with the ids of lines instead of their names.") var json = false
        @OptionGroup var railway: RailwayOptions
        @OptionGroup var names: LanguageOptions
        @OptionGroup var messages: MessageOptions

        func run() async throws {
            let sessions = try await source.query { store throws(SessionError) in try store.sessions() }
            if json { return sessions.forEach { print(SessionText.json($0)) } }
            if sessions.isEmpty { return messages.console.say("\(source.file) contains no session yet.") }
            let names = try railway.names(names, messages.console)
            print(SessionText.heading)
            for session in sessions { print(SessionText.line(session, names)) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one session: where it went and what happened.",
            discussion:
                "Without a number, shows the newest session. With --activity, shows what the rider did when, and the confidence in it.")
        @OptionGroup var source: Source
        @Argument(help: ArgumentHelp("Session number, as `sessions list` prints it.", valueName: "id")) var session: Int64?
        @Flag(help: "Show only the activity spans: stationary, walking, cycling, automotive, train.") var activity = false
        @Flag(help: "Print one JSON object per line, with the ids of lines and stations instead of their names.") var json = false
        @OptionGroup var railway: RailwayOptions
        @OptionGroup var names: LanguageOptions
        @OptionGroup var messages: MessageOptions

        func run() async throws {
            let id = session
            let (session, spans, events) = try await source.query {
                store throws(SessionError) -> (Session, [ActivitySpan], [SessionEvent]) in
                let session = try store.session(id)
                return (session, try store.activities(of: session.range), try store.events(of: session.range))
            }
            let several = Set(events.map(\.track)).count > 1
            if json {
                if !activity { print(SessionText.json(session)) }
                for span in spans { print(SessionText.json(span)) }
                if !activity { for event in events { print(SessionText.json(event, naming: several)) } }
                return
            }
            let names = try railway.names(names, messages.console)
            if !activity { for line in SessionText.paragraph(session, names) { print(line) } }
            if !activity, !spans.isEmpty { print("\nActivities, and the confidence in each, 0 to 1:") }
            for span in spans { print(SessionText.line(span)) }
            if activity { return }
            if !events.isEmpty { print("\nEvents:") }
            for event in events { print(SessionText.line(event, names, naming: several)) }
        }
    }

    struct Export: AsyncParsableCommand, FileWritingCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Export the fixes as GPX, CSV, or the JSON lines of `track`.",
            discussion: "Without a number, exports the whole newest recording, which is also what `play` plays.")
        @OptionGroup var source: Source
        @Argument(help: ArgumentHelp("Session number, as `sessions list` prints it.", valueName: "id")) var session: Int64?

        @Option(name: .shortAndLong, help: ArgumentHelp("Output file; - for standard output.", valueName: "file"), completion: .file())
        var output = "-"

        @Option(
            name: [.customShort("t"), .customLong("type")],
            help: ArgumentHelp("Output format, gpx, csv or jsonl (default: by the file's ending).", valueName: "format"))
        var format: SessionFormat?

        @OptionGroup var writing: WritingOptions
        @OptionGroup var messages: MessageOptions

        func declareFiles(in claims: inout OutputClaims) {
            claims.read(source.file)
            claims.write(output, as: "-o")
        }

        func validate() throws { _ = try chosenFormat() }

        func run() async throws {
            let format = try chosenFormat()
            let claims = try checkedClaims()
            let id = session, path = source.file
            let range = try await source.query { store throws(SessionError) in try store.range(session: id) }
            let file = try LineFile(output, claims)
            let interrupts = Interrupts(onExit: { [weak file] in _ = try? file?.close(interrupted: true) })
            // A stream's reader may take nothing for long; a file is finished.
            if OutputTarget(output) == .file { interrupts.hold() }
            let title = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + (id.map { " \($0)" } ?? "")
            let report = try SessionExport(SessionStore(path, patience: source.timeout), range, as: format, title: title).write {
                file.write($0)
                return !file.hasFailed && !interrupts.arrived
            }
            try LineFile.close([file], interrupts, reportingTo: messages.console)
            if report.leftOut > 0 {
                messages.console.warn(
                    "\(CountText.of(report.leftOut, "fix without a position is", "fixes without a position are")) omitted from GPX, not from CSV and JSON lines"
                )
            }
        }

        /// The requested format, or that of the file's ending.
        private func chosenFormat() throws -> SessionFormat {
            if let format { return format }
            let ending = URL(fileURLWithPath: output).pathExtension.lowercased()
            if output == "-" || ending.isEmpty {
                throw ValidationError("Give a format: -t gpx, -t csv or -t jsonl.")
            }
            guard let format = SessionFormat(rawValue: ending) else {
                throw ValidationError("The extension of \(output) is not one of an export format; use .gpx, .csv or .jsonl, or give -t.")
            }
            return format
        }
    }
}

extension SessionFormat: ExpressibleByArgument {}
