// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Transport

/// A command of the line-based tuner.
struct PlainCommand: Sendable {
    var name: String
    /// Aliases.
    var others: [String] = []
    /// The arguments, as the help shows them.
    var form: String
    var help: String
    /// Runs the command with the text after its name; returns the lines to print.
    var run: @Sendable (PlainTuner, String) throws -> [String]

    static func named(_ word: String) -> PlainCommand? { all.first { $0.name == word || $0.others.contains(word) } }

    static let all: [PlainCommand] = values + history + playing + leaving

    // MARK: Values

    private static let values = [
        PlainCommand(name: "set", form: "NAME VALUE", help: "sets a value; NAME = VALUE does too") { tuner, rest in
            let (name, text) = split(rest)
            guard !text.isEmpty else { throw PlainTuner.refusal("set", "a name and a value are required", "write set drops.rate 480") }
            if let knob = try? tuner.desk.knob(name) {
                try tuner.desk.set(name, to: knob.withoutUnit(text))
                return [try tuner.line(name)]
            }
            try tuner.desk.set(name, to: text)
            return ["\(name) = \(text)"]
        },
        PlainCommand(name: "get", form: "NAME...", help: "prints values") { tuner, rest in
            guard !rest.isEmpty else { throw PlainTuner.refusal("get", "a name is required", "write get drops.rate") }
            var lines: [String] = [], rest = rest
            while !rest.isEmpty {
                let (name, more) = split(rest)
                lines.append(try tuner.line(name))
                rest = more
            }
            return lines
        },
        PlainCommand(name: "list", form: "[WORDS]", help: "lists every knob, or those whose name, unit or help has all the words") {
            tuner, rest in
            let snapshot = tuner.desk.snapshot
            let lines = snapshot.search(rest).map { tuner.line(snapshot.values[$0], snapshot) }
            return lines.isEmpty ? ["Nothing matches."] : lines
        },
        PlainCommand(name: "up", form: "NAME [STEPS] [fine]", help: "turns a knob up by just audible steps, or by fine ones") {
            tuner, rest in
            try turn(tuner, rest, 1)
        },
        PlainCommand(name: "down", form: "NAME [STEPS] [fine]", help: "turns it down") { tuner, rest in
            try turn(tuner, rest, -1)
        },
        PlainCommand(name: "reset", form: "NAME", help: "removes the value from the file; the inherited one applies again") { tuner, rest in
            try tuner.desk.reset(rest)
            return [(try? tuner.line(rest)) ?? "\(rest) is reset"]
        },
        PlainCommand(name: "random", form: "[SEED] [AMOUNT]", help: "changes values at random; an amount of 1 is about two steps") {
            tuner, rest in
            let words = rest.split(separator: " ").map(String.init)
            let seed = words.first.map { UInt64($0) } ?? UInt64.random(in: 1...9999)
            guard let seed else { throw PlainTuner.refusal("random", "the seed is a whole number", "write random 7") }
            try tuner.desk.randomise(seed: seed, amount: try words.count > 1 ? PlainTuner.number(words[1], for: "random") : 1)
            return ["Randomised with seed \(seed)."] + tuner.desk.differences()
        },
    ]

    // MARK: History and sides

    private static let history = [
        PlainCommand(name: "undo", others: ["u"], form: "", help: "undoes the last change") { tuner, _ in
            [try tuner.desk.undo().map { "Undone: \($0)." } ?? "There is nothing to undo."]
        },
        PlainCommand(name: "redo", form: "", help: "redoes it") { tuner, _ in
            [try tuner.desk.redo().map { "Redone: \($0)." } ?? "There is nothing to redo."]
        },
        PlainCommand(name: "ab", form: "", help: "switches to the other side; each has its own history") { tuner, _ in
            tuner.desk.swapSides()
            return ["Side \(tuner.desk.snapshot.side.rawValue)."]
        },
        PlainCommand(name: "copy", form: "", help: "copies this side to the other") { tuner, _ in
            tuner.desk.copyToOtherSide()
            return ["Copied side \(tuner.desk.snapshot.side.rawValue) to the other."]
        },
        PlainCommand(name: "diff", form: "[other]", help: "lists the differences from the file, or from the other side") { tuner, rest in
            let sentences = tuner.desk.differences(from: rest == "other" ? .otherSide : .file)
            return sentences.isEmpty ? ["Nothing differs."] : sentences
        },
        PlainCommand(name: "describe", form: "", help: "describes the mappings") { tuner, _ in
            [PresetDescription(tuner.desk.snapshot.preset).text]
        },
        PlainCommand(name: "text", form: "", help: "prints the preset's text") { tuner, _ in [tuner.desk.snapshot.text] },
        PlainCommand(name: "save", form: "[FILE]", help: "writes the file, or a new one") { tuner, rest in
            let words = try rest.isEmpty || rest == tuner.desk.snapshot.file ? tuner.desk.save() : tuner.desk.save(as: rest)
            return [words.prefix(1).uppercased() + words.dropFirst() + "."]
        },
    ]

    // MARK: Playing

    private static let playing = [
        PlainCommand(name: "freeze", form: "", help: "holds the track; the rain of that moment continues") { tuner, _ in
            try send(tuner, .freeze(true), "The track is frozen.")
        },
        PlainCommand(name: "go", form: "", help: "resumes the track") { tuner, _ in
            tuner.desk.send(.setPaused(false))
            tuner.isPaused = false
            return try send(tuner, .freeze(false), "The track continues.")
        },
        PlainCommand(name: "pause", form: "", help: "pauses or resumes everything") { tuner, _ in
            let answer = try send(tuner, .setPaused(!tuner.isPaused), tuner.isPaused ? "Resumed." : "Paused.")
            tuner.isPaused.toggle()
            return answer
        },
        PlainCommand(name: "seek", form: "TIME", help: "goes to a time of the track: 90, 1:30, or +10, -10 from here") { tuner, rest in
            if rest.hasPrefix("+") || rest.hasPrefix("-") {
                return try send(tuner, .seek(try PlainTuner.number(rest, for: "seek")), "Moved by \(rest) s.")
            }
            return try send(tuner, .seekTo(try PlainTuner.seconds(rest)), "Moved to \(rest).")
        },
        PlainCommand(name: "speed", form: "FACTOR", help: "sets the speed, in track seconds per second of sound") { tuner, rest in
            try send(tuner, .setSpeed(try PlainTuner.number(rest, for: "speed", in: PlaybackCommand.speeds)), "Speed \(rest).")
        },
        PlainCommand(name: "volume", form: "DB", help: "sets the volume, which is not part of the preset") { tuner, rest in
            try send(tuner, .setVolume(try PlainTuner.number(rest, for: "volume", in: PlaybackCommand.gains)), "Volume \(rest) dB.")
        },
        PlainCommand(name: "mute", form: "", help: "mutes or unmutes") { tuner, _ in
            let answer = try send(tuner, .setMuted(!tuner.isMuted), tuner.isMuted ? "Unmuted." : "Muted.")
            tuner.isMuted.toggle()
            return answer
        },
        PlainCommand(name: "strike", form: "EVENT", help: "plays an event of the preset, by name or number") { tuner, rest in
            let snapshot = tuner.desk.snapshot
            let events = snapshot.preset.events
            // A number counts the preset's own events.
            let own = events.indices.dropFirst(snapshot.inheritedEvents)
            let place =
                events.firstIndex { $0.trigger.name == rest }
                ?? Int(rest).flatMap { (0..<own.count).contains($0) ? own.startIndex + $0 : nil }
            guard let place else {
                throw PlainTuner.refusal(
                    "strike", "the preset has no such event",
                    "name one of \(events.map(\.trigger.name).joined(separator: ", "))")
            }
            return try send(tuner, .strike(place), "Played \(events[place].trigger.name).")
        },
        PlainCommand(name: "now", others: ["i"], form: "", help: "reports what is playing: the track, the drops, the levels, what moves") {
            tuner, _ in
            tuner.now
        },
    ]

    private static let leaving = [
        PlainCommand(name: "quit", others: ["q", "exit"], form: "", help: "quits; at a terminal it tells of unsaved changes first") {
            _, _ in []
        },
        PlainCommand(name: "?", others: ["help"], form: "[NAME]", help: "prints this list, or the help of a knob") { tuner, rest in
            guard !rest.isEmpty else { return all.map { "\($0.name)\($0.form.isEmpty ? "" : " \($0.form)"): \($0.help)" } }
            let knob = try tuner.desk.knob(rest)
            var line = "\(knob.help)"
            if knob.isChoice {
                line += " One of \(knob.choices.joined(separator: ", "))."
            } else {
                line += " \(knob.words(knob.range.lowerBound)) to \(knob.words(knob.range.upperBound))"
                line += knob.defaultValue.map { ", default \(knob.words($0))." } ?? "."
            }
            return [try tuner.line(rest), line]
        },
    ]

    // MARK: Internals

    /// Splits a text after the name with which it begins. Only an event's name has blanks: `events.fix lost.play.level -12`.
    static func split(_ text: String) -> (name: String, rest: String) {
        let ends = text.indices.filter { text[$0].isWhitespace } + [text.endIndex]
        let isEvent = text.hasPrefix("events.")
        let end = ends.first { !isEvent || (PresetPath(String(text[..<$0]))?.steps.count ?? 0) > 2 } ?? ends[0]
        return (String(text[..<end]), text[end...].trimmingPrefix(while: \.isWhitespace).description)
    }

    private static func turn(_ tuner: PlainTuner, _ rest: String, _ direction: Double) throws -> [String] {
        let (name, more) = split(rest)
        guard !name.isEmpty else { throw PlainTuner.refusal("up and down", "a name is required", "write up drops.rate") }
        let words = more.split(separator: " ").map(String.init), isFine = words.last == "fine"
        let steps = try words.count > (isFine ? 1 : 0) ? PlainTuner.number(words[0], for: "steps") : 1
        try tuner.desk.nudge(name, by: direction * steps, fine: isFine)
        return [try tuner.line(name)]
    }

    private static func send(_ tuner: PlainTuner, _ command: PlaybackCommand, _ words: String) throws -> [String] {
        guard tuner.desk.isPlaying else {
            throw PlainTuner.refusal("the rain", "nothing plays", "you can still change and save the preset")
        }
        tuner.desk.send(command)
        return [words]
    }
}
