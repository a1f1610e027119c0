// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText
import SoundAnalysis

struct Analyse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse",
        abstract: "Measure a sound file's rain statistics: kurtosis, bursts, envelopes, octaves, coherence, loudness, periods.",
        discussion: """
            Prints every row with its value and unit. With --against real it also compares each row with 23 recordings of real \
            rain: the value lies between their quartiles, in their range, or OUT of it, which makes the exit code 1.

            EXAMPLES
              amaoto analyse rain.wav
              amaoto analyse rain.flac --against real
              amaoto analyse rain.wav --against real --json > rain.json
              amaoto render -p downpour -d 60 -o - | amaoto analyse - --against real
            """)

    enum Reference: String, CaseIterable, ExpressibleByArgument {
        case real
    }

    @Argument(help: "Sound file to read; - for standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Compare every row with recordings of real rain.", valueName: "real"))
    var against: Reference?

    @Flag(help: "Print everything as one JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        let console = messages.console
        // Nothing but standard output is written, so a signal may end the program at once.
        _ = Interrupts()
        var sound = try SoundFile(path: file)
        if sound.isSoundField { console.say("Note: \(sound.name) is ambisonic; only its pressure, W, is measured.") }
        let progress = ProgressLine(console)
        let name = sound.name, length = sound.frames, rate = sound.sampleRate
        let report = try RainReport(of: &sound) { progress.show(measured: $0, of: length, at: rate) }
        console.endStatus()
        let text =
            json
            ? RainSheet.json(report, name: name, isCompared: against != nil)
            : RainSheet.text(report, name: name, isCompared: against != nil).visibleLines
        try LineFile.write(text + "\n", to: "-")
        if against != nil { try judge(report, name: name) }
    }

    /// Fails with exit code 1 if a row is out of range, and with 4 if none could be compared.
    private func judge(_ report: RainReport, name: String) throws {
        let out = report.out
        guard out.isEmpty else {
            let words = out.compactMap { row in row.value.map { "\(row.statistic.name) \(RainSheet.number($0))" } }
            throw Failure(
                "\(name): \(out.count == 1 ? "a row is" : "\(out.count) rows are") outside the range of real rain: \(words.joined(separator: ", "))",
                .runtime)
        }
        if !report.rows.contains(where: { $0.place != nil }) {
            throw Failure(
                "\(name): no row could be compared with real rain; give at least 5 s of audible sound at a rate of 24 kHz or more", .input)
        }
    }
}
