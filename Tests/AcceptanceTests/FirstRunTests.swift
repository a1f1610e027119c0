// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import amaoto

/// The first minutes with the program: alone, its version, the demo, completion.
@Suite(.waiting) struct FirstRunTests {
    @Test func aloneItSaysInTenLinesWhatToTry() throws {
        let run = try Program.amaoto()
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.text.split(separator: "\n")
        #expect((8...10).contains(lines.count) && lines.allSatisfy { $0.count <= 80 })
        let commands = lines.filter { $0.hasPrefix("  amaoto ") }
        #expect(commands.count == 3)
        for command in commands {
            // What follows two blanks is the explanation.
            let words = command.dropFirst(2).prefix { $0 != "\n" }.components(separatedBy: "  ")[0].split(separator: " ").map(String.init)
            #expect(throws: Never.self) { _ = try Amaoto.parseAsRoot(Array(words.dropFirst())) }
        }
    }

    @Test(arguments: [
        (["rendr", "ride.gpx"], "there is no command amaoto rendr; did you mean render?"),
        (["rendr", "--help"], "there is no command amaoto rendr; did you mean render?"),
        (["preset", "shwo", "commuter"], "there is no command amaoto preset shwo; did you mean show?"),
        (["help", "sessions", "copy"], "there is no command amaoto sessions copy; the commands are list, show, export"),
        (["version"], "there is no command amaoto version; `amaoto --version` prints the version"),
        (["my.gpx"], "there is no command amaoto my.gpx; `amaoto play my.gpx` plays a track"),
        (["gpsd://", "-p", "hiker"], "there is no command amaoto gpsd://; `amaoto play gpsd://` plays a track"),
    ])
    func aWrongCommandIsAskedBack(words: [String], answer: String) throws {
        let run = try Program.amaoto(words)
        #expect(run.status == 2 && run.errors == "amaoto: \(answer)\n" && run.output.isEmpty)
    }

    /// Options and names that would do nothing, or something else, are refused with what to give instead.
    @Test(arguments: [
        (["play", "commuter"], "commuter is a preset, not a track; `play` and `render` take it as -p commuter."),
        (["render", "my.yaml", "-o", "x.wav"], "my.yaml is a preset, not a track; `play` and `render` take it as -p my.yaml."),
        (
            ["play", "ride.gpx", "--speak", "--say", "alighting"],
            "--say alighting announces your destination alone: name it with --to STATION."
        ),
        (
            ["render", "ride.gpx", "-o", "x.wav", "--to", "Ueno", "--say", "alighting"],
            "--say alighting selects among announcements: give --captions, or with `play` --speak or --plain."
        ),
        (["where", "ride.gpx", "--timeout", "0"], "--timeout takes seconds above 0, up to 86400."),
    ])
    func aMistakeNamesTheWayOut(words: [String], answer: String) throws {
        let run = try Program.amaoto(words)
        #expect(run.status == 2 && run.errors.hasPrefix("Error: \(answer)\n") && run.output.isEmpty, "\(run.errors)")
    }

    /// The notes and the good news of `preset check` are neither warnings nor errors.
    @Test func aQuietCheckOfGoodPresetsSaysNothing() throws {
        let run = try Program.amaoto("preset", "check", "commuter", "hiker", "-q")
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.text)")
    }

    @Test func theOtherPresetsAreCheckedBesidesOneThatIsNotThere() throws {
        let run = try Program.amaoto("preset", "check", "hikr", "hiker")
        #expect(
            run.status == 3 && run.errors.contains("there is no preset \"hikr\"") && run.text.contains("hiker: no findings"), "\(run.text)")
    }

    @Test func theVersionNamesTheInstructionSet() throws {
        let text = try Program.amaoto("--version", environment: ["AMAOTO_ISA": "base"]).text
        let form = try Regex(#"amaoto [0-9]+\.[0-9]+\.[0-9]+ \((commit [0-9a-f]{12}(-modified)?, )?instruction set base\)\n"#)
        #expect(text.wholeMatch(of: form) != nil, "\(text)")
    }

    /// Where nothing can play, the demo writes what it would have played.
    @Test(arguments: [("drive", "examples/visnjan-drive.gpx", ""), ("hike", "examples/zbevnica-hike.gpx", "-p hiker")])
    func withoutADeviceTheDemoWritesTheRide(ride: String, file: String, options: String) throws {
        let folder = try Folder()
        // No device at all, as on a machine without ALSA's configuration.
        let environment = ["ALSA_CONFIG_PATH": folder.path("none.conf"), "OUT": folder.url.path]
        try Data().write(to: folder.file("none.conf"))
        let demo = try Program.shellMustSucceed("cd $OUT && amaoto demo \(ride)", environment: environment)
        #expect(demo.errors.contains("the ride is written to amaoto-\(ride).wav"), "\(demo.errors)")
        try Program.shellMustSucceed("amaoto render \(file) --fit 60 \(options) -o $OUT/render.wav", environment: environment)
        let written = try Data(contentsOf: folder.file("amaoto-\(ride).wav"))
        #expect(written.count > 60 * 48_000 * 6)
        #expect(try written == Data(contentsOf: folder.file("render.wav")))

        let again = try Program.shell("cd $OUT && amaoto demo \(ride)", environment: environment)
        #expect(again.status == 1 && again.errors.contains("-y"), "\(again.errors)")
    }

    @Test func aDeviceThatIsAskedForMustExist() throws {
        let folder = try Folder()
        let run = try Program.shell("cd '\(folder.url.path)' && amaoto demo -D nope")
        #expect(run.status == 5 && run.errors.contains("nope"), "\(run.errors)")
        #expect(folder.names.isEmpty)
    }

    @Test func theListOfDevicesHasNoTrailingBlanks() throws {
        let folder = try Folder()
        let devices = "pcm.bare { type null hint { show on } }\npcm.described { type null hint { show on description 'Silence' } }"
        let run = try Program.amaoto("devices", environment: SoundDevices.defined(devices, in: folder))
        #expect(run.text.contains("described") && run.text.contains("Silence"), "\(run.text)")
        #expect(!run.text.split(separator: "\n").contains { $0.hasSuffix(" ") }, "\(run.text)")
    }

    @Test(arguments: ["0", "1e12"]) func aLengthOutOfRangeIsRefusedWithBothLimits(length: String) {
        #expect { _ = try LengthOptions.parse(["-d", length]) } throws: {
            LengthOptions.message(for: $0).contains("greater than 0 and at most 100000000 seconds")
        }
    }

    /// After the terminal has become narrower, blanks up to the old width would wrap.
    @Test func aStatusLineIsPaddedToTheTerminalAtMost() {
        #expect(Console.redrawn("82 %", over: 10, width: 79) == ("\r82 %      ", 4))
        #expect(Console.redrawn("82 %", over: 79, width: 20) == ("\r82 %" + String(repeating: " ", count: 16), 4))
        #expect(Console.redrawn(String(repeating: "x", count: 30), over: 79, width: 20).columns == 20)
        // In a narrow pane too, the last column stays free.
        #expect([12, 20, 80].map { Console.statusWidth(of: $0) } == [11, 19, 79])
    }

    /// Bash completes through the script that the program prints.
    @Test(arguments: [
        (["amaoto", "render", "-p", "dr"], ["drizzle"]),
        (["amaoto", "preset", "describe", "t"], ["tent", "tin-roof", "tone"]),
        (["amaoto", "preset", "diff", "commuter", "t"], ["tent", "tin-roof", "tone"]),
        (["amaoto", "play", "ride.gpx", "--to", "Shinjuku-g"], ["Shinjuku-gyoemmae"]),
        (["amaoto", "track", "--line", "Yurikam"], ["Yurikamome Line"]),
        (["amaoto", "render", "--set", "rain.int"], ["rain.intensity="]),
        (["amaoto", "ride", "--from", "Shinjuku-g"], ["Shinjuku-gyoemmae"]),
        (["amaoto", "play", "--railways", "Sources/CShippedFiles/gre"], ["Sources/CShippedFiles/greater-tokyo.sqlite"]),
    ])
    func tabCompletesNames(words: [String], expected: [String]) throws {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try Program.shell(
            """
            . <(amaoto --generate-completion-script bash)
            COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            COMP_TYPE=9; _amaoto amaoto '\(words[words.count - 1])' '\(words[words.count - 2])'; printf '%s\\n' "${COMPREPLY[@]}"
            """)
        #expect(run.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == expected, "\(run.errors)")
    }

    /// The Tab key in each shell as a user runs it.
    @Test(
        .tags(.program), .needs("tmux", "bash", "zsh", "fish"),
        arguments: [
            ("bash", #"echo ". <(amaoto --generate-completion-script bash); PS1='ready> '" > $HERE/rc; bash --rcfile $HERE/rc -i"#),
            (
                "zsh",
                #"""
                amaoto --generate-completion-script zsh > $HERE/_amaoto
                echo "fpath=($HERE \$fpath); autoload -U compinit; compinit -u -D; PROMPT='ready> '" > $HERE/.zshrc
                ZDOTDIR=$HERE zsh -d -i
                """#
            ),
            (
                "fish",
                #"""
                amaoto --generate-completion-script fish > $HERE/amaoto.fish
                HOME=$HERE fish --no-config -C "source $HERE/amaoto.fish; function fish_prompt; echo -n 'ready> '; end"
                """#
            ),
        ])
    func theTabKeyCompletesInEveryShell(shell: String, start: String) throws {
        let screen = try TmuxScreen(start, columns: 100)
        try screen.wait(forText: "ready>")
        for (typed, completed) in [
            ("play -p dr", "-p drizzle"), ("play ride.gpx --to Shinjuku-g", "--to Shinjuku-gyoemmae"),
            ("play --railways Sources/CShippedFiles/gre", "--railways Sources/CShippedFiles/greater-tokyo.sqlite"),
        ] {
            try screen.type("amaoto " + typed)
            try screen.press("Tab")
            try screen.wait(forText: completed)
            try screen.press("C-u")
        }
        // The value follows the sign at once; the other shells add a space of their own.
        guard shell == "bash" else { return }
        try screen.type("amaoto render --set rain.int")
        try screen.press("Tab")
        try screen.wait(forText: "--set rain.intensity=")
        try screen.type("3")
        try screen.wait(forText: "--set rain.intensity=3")
    }

    /// A page for each command with all its options, none wider than a terminal.
    @Test(.needs("python3", "man")) func theManualHasEveryOption() throws {
        let folder = try Folder()
        try Program.shellMustSucceed("Scripts/make-manual $(command -v amaoto) \(folder.url.path)")
        for command in Amaoto.configuration.subcommands {
            let name = command.configuration.commandName ?? command._commandName
            let page = try Program.shell(
                "man --warnings -l \(folder.url.path)/man1/amaoto-\(name).1", environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
            #expect(page.status == 0 && page.errors.isEmpty, "\(name): \(page.errors)")
            #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(name)")
            // A command is continued by a backslash, never what explains it.
            #expect(!page.text.contains(try Regex(#"\S  +\S.* \\\n"#)), "\(name)")
            for command in [command] + command.configuration.subcommands {
                let help = command.helpMessage(columns: 300)
                let options = help.matches(of: try Regex(#"\n  (?:-[A-Za-z], )*(--[a-z-]+)"#)).compactMap { $0.output[1].substring }
                for option in options where option != "--help" && option != "--version" {
                    #expect(page.text.contains(option), "\(name) \(option)")
                }
            }
        }
        let render = try String(contentsOf: folder.file("man1/amaoto-render.1"), encoding: .utf8)
        #expect(render.contains(#"\fBamaoto render\fR \fB\-\-output\fR \fIfile\fR [\fIoptions\fR]"#))
        let preset = try Program.shell(
            "man --warnings -l \(folder.url.path)/man5/amaoto-preset.5", environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
        #expect(preset.errors.isEmpty && preset.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(preset.errors)")
        for word in ["drops.rate (/min", "destination soon", "hysteresis"] { #expect(preset.text.contains(word)) }
    }

    /// Releases have none of ICU's data (Packaging/no-icu-data.c): what needs it is not called.
    @Test func nothingAsksForLanguages() throws {
        let calls = try Program.shell(
            #"grep -rnE 'String\(format|NSRegularExpression|\.formatted\(|DateFormatter|NumberFormatter|[^a-z]Calendar\(|TimeZone\(|localizedCompare' --include=*.swift Sources"#
        )
        // grep's 1: it has looked, and there is none.
        #expect(calls.status == 1 && calls.text.isEmpty, "\(calls.text)\(calls.errors)")
    }
}
