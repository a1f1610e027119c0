// SPDX-License-Identifier: MIT
import Foundation
import Notifications
import Synchronization
import TestTraits
import Testing

/// Commands that events run.
@Suite(.tags(.alone)) struct EventCommandsTests {
    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// Runs `rules` for `events` to the end; returns the content of their file `out`, and the failures.
    private func run(_ rules: [String], _ events: [NotifiedEvent], patience: Double = 20) throws -> (out: [String], said: [String]) {
        let folder = try Folder()
        let out = folder.path("out")
        let said = Said()
        let read = try rules.map { try #require(EventCommands.Rule($0.replacing("OUT", with: out))) }
        let commands = EventCommands(read) { line in said.lines.withLock { $0.append(line) } }
        for event in events { commands.notify(event) }
        commands.finish(within: patience)
        let text = (try? folder.text("out")) ?? ""
        return (text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init), said.lines.withLock { $0 })
    }

    /// The first sleeps longest: the order is kept only if they run one at a time, in order.
    @Test func oneAtATimeInOrder() throws {
        let events = (0..<20).map { NotifiedEvent(name: "arrived", text: "\($0)") }
        let (out, said) = try run(["arrived=[ $AMAOTO_TEXT = 0 ] && sleep 0.3; echo $AMAOTO_TEXT >>OUT"], events)
        #expect(out == (0..<20).map(String.init) && said.isEmpty)
    }

    @Test func whatAFileSaysStaysOneLine() throws {
        let event = NotifiedEvent(
            name: "arrived", subject: "a\nb\u{0}$(id)", text: "\u{1B}[2J;`id`", figures: [(name: "csv.\u{1B}x", value: "1\n2")])
        let (out, said) = try run([#"*=printf '%s\n' "$AMAOTO_SUBJECT" "$AMAOTO_TEXT" "$AMAOTO_CSV__X" >>OUT"#], [event])
        #expect(out == [#"a\nb\u{0}$(id)"#, #"\u{1b}[2J;`id`"#, #"1\n2"#] && said.isEmpty, "\(out)")
    }

    @Test func eachRuleHearsItsOwn() throws {
        let events = ["arrived", "departed", "arrived"].map { NotifiedEvent(name: $0, text: $0) }
        let (out, _) = try run(["departed=echo left >>OUT", "*=echo any $AMAOTO_EVENT >>OUT"], events)
        #expect(out == ["any arrived", "left", "any departed", "any arrived"])
    }

    /// Names come from foreign maps and files; a line break in one is displayed, not interpreted.
    @Test func whatHappenedIsNeverAPartOfTheLine() throws {
        let evil = "$(touch OUT.evil); `id`\n\"'"
        let event = NotifiedEvent(
            name: "arrived", subject: evil, text: "t", time: "2026-01-01T00:00:00.000Z",
            figures: [("csv.heart rate", "71"), ("speed", "3.5")])
        let (out, said) = try run(
            ["arrived=printf '%s|%s|%s|%s\\n' \"$AMAOTO_SUBJECT\" $AMAOTO_TIME $AMAOTO_CSV_HEART_RATE $AMAOTO_SPEED >>OUT"], [event])
        #expect(out == [evil.replacingOccurrences(of: "\n", with: "\\n") + "|2026-01-01T00:00:00.000Z|71|3.5"] && said.isEmpty)
    }

    @Test func failuresAreSaid() throws {
        let (_, said) = try run(
            ["arrived=exit 3", "arrived=kill -9 $$", "arrived=/no/such/program"], [NotifiedEvent(name: "arrived", text: "")])
        #expect(said.count == 3)
        #expect(said[0].contains("status 3") && said[1].contains("signal 9") && said[2].contains("status 127"), "\(said)")
    }

    /// A ride has dozens of events: a command that always fails says so once, and how often at the end.
    @Test func theSameFailureIsSaidOnce() throws {
        let events = (0..<5).map { NotifiedEvent(name: "arrived", text: "\($0)") }
        let (_, said) = try run(["arrived=[ $AMAOTO_TEXT = 3 ] && exit 4; exit 3"], events)
        let line = "--on arrived: it failed with status 3: [ $AMAOTO_TEXT = 3 ] && exit 4; exit 3"
        #expect(said == [line, line.replacing("status 3", with: "status 4"), "\(line) (4 times in all)"], "\(said)")
    }

    @Test func whatHangsDoesNotHoldTheEnd() throws {
        let (out, said) = try run(
            ["arrived=echo begun >>OUT; exec sleep 100"], (0..<3).map { NotifiedEvent(name: "arrived", text: "\($0)") }, patience: 1)
        #expect(out == ["begun"])
        #expect(said.contains { $0.contains("2 commands were not run") }, "\(said)")
    }

    /// True while a process runs; false for a zombie.
    private func lives(_ process: String) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else {
            return false
        }
        return !text[end...].hasPrefix(") Z")
    }

    /// Ending a command also ends everything that it has started, in the background and further down.
    @Test func whatItHasStartedEndsWithIt() throws {
        let (out, said) = try run(
            ["arrived=sleep 100 & echo $! >>OUT; sh -c 'sleep 100 & echo $! >>OUT; wait' & wait"],
            [NotifiedEvent(name: "arrived", text: "")], patience: 1)
        // It did run, so it is not counted among those that did not.
        #expect(out.count == 2 && !said.contains { $0.contains("not run") }, "\(out) \(said)")
        for process in out { try blockUntil("\(process) is gone", within: 10) { !lives(process) } }
    }

    /// An immediate exit waits for nothing.
    @Test func leavingAtOnceEndsIt() throws {
        let folder = try Folder()
        let out = folder.path("out")
        let commands = EventCommands([
            try #require(EventCommands.Rule("arrived=sleep 100 & echo $! >\(out).new; mv \(out).new \(out); wait"))
        ]) { _ in }
        for _ in 0..<3 { commands.notify(NotifiedEvent(name: "arrived", text: "")) }
        try blockUntil("it has begun", within: 10) { folder.names.contains("out") }
        let process = try folder.text("out").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(lives(process))
        commands.abandon()
        try blockUntil("it is gone", within: 10) { !lives(process) }
    }

    /// The processes that a command leaves behind when it ends by itself are left alone.
    @Test func whatIsLeftBehindGoesOn() throws {
        let (out, said) = try run(["arrived=sleep 100 >/dev/null 2>&1 & echo $! >>OUT"], [NotifiedEvent(name: "arrived", text: "")])
        #expect(said.isEmpty)
        let process = try #require(out.first)
        #expect(lives(process))
        kill(try #require(pid_t(process)), SIGKILL)
    }

    /// A separate process group, no ignored signals, none of this process's files open.
    @Test func aCommandStartsAfresh() throws {
        let extra = open("/dev/null", O_RDONLY)
        defer { close(extra) }
        let before = signal(SIGUSR1, SIG_IGN)
        defer { signal(SIGUSR1, before) }
        let (out, said) = try run(
            [
                "arrived=exec >>OUT; echo $$; cut -d' ' -f5 /proc/$$/stat; ls /proc/self/fd; readlink /proc/self/fd/0; kill -USR1 $$; echo on"
            ],
            [NotifiedEvent(name: "arrived", text: "")])
        // The fourth is the folder that ls itself reads.
        #expect(
            out.count == 7 && out.first == out.dropFirst().first && Array(out.dropFirst(2)) == ["0", "1", "2", "3", "/dev/null"], "\(out)")
        #expect(said.count == 1 && said[0].contains("signal \(SIGUSR1)"), "\(said)")
    }

    @Test func aFloodIsDroppedAndCounted() throws {
        let (_, said) = try run(["arrived=true"], (0..<2_000).map { NotifiedEvent(name: "arrived", text: "\($0)") }, patience: 30)
        #expect(said.contains { $0.contains("were dropped") }, "\(said)")
    }

    /// A command that never ends would keep all others from running for weeks.
    @Test func theFirstOneDroppedIsSaidAtOnce() throws {
        let said = Said()
        let rule = try #require(EventCommands.Rule("arrived=exec sleep 100"))
        let commands = EventCommands([rule]) { line in said.lines.withLock { $0.append(line) } }
        for number in 0..<300 { commands.notify(NotifiedEvent(name: "arrived", text: "\(number)")) }
        let before = said.lines.withLock { $0 }
        commands.finish(within: 0)
        #expect(before.count == 1 && before[0].contains("256 are waiting"), "\(before)")
    }

    @Test(arguments: ["arrived", "=x", "arrived=", " = "]) func rulesThatAreNone(text: String) {
        #expect(EventCommands.Rule(text) == nil)
    }
}
