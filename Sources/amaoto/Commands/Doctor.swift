// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import PlainText

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check this machine for real-time sound: what it offers, what is missing, how to get it.",
        discussion: """
            Opens the device as `play` does, looks for sound servers, tries real-time scheduling and locked memory, and measures \
            the wake-up latency of a thread for two seconds. It changes nothing and makes no sound. Exits with code 5 if nothing \
            can be played.

            EXAMPLES
              amaoto doctor
              amaoto doctor -D plughw:1 --period 64 --buffer 256
              amaoto doctor --json | jq '.findings[] | select(.verdict != "good")'
            """)

    @OptionGroup var device: DeviceOptions

    @Option(help: ArgumentHelp("Seconds to measure wake-up latency; 0 skips the measurement.", valueName: "seconds"))
    var measure = 2.0

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard (0...60).contains(measure) else { throw ValidationError("--measure takes 0 to 60 seconds.") }
    }

    func run() throws {
        let settings = device.settings(nil)
        let machine = AudioMachine(environment: ProcessInfo.processInfo.environment, settings: settings)
        let findings = machine.findings()
        let console = messages.console
        if measure > 0 { console.status("Measuring wake-ups for \(Self.brief(measure)) s ...") }
        let period = Double(settings.periodFrames) / 48_000
        let measures =
            measure > 0
            ? [nil, settings.realtimePriority].compactMap { WakeUpMeasure.take(priority: $0, period: period, seconds: measure / 2) } : []
        console.status("")
        console.endStatus()
        let buffer = Double(settings.bufferFrames) / 48_000
        print(json ? document(findings, measures) : lines(findings, measures, buffer: buffer))
        if findings.contains(where: { $0.verdict == .missing }) { throw ExitCode(ExitStatus.device.rawValue) }
    }

    private func lines(_ findings: [MachineFinding], _ measures: [WakeUpMeasure], buffer: Double) -> String {
        let all = findings + measures.map { Self.finding($0, buffer: buffer) }
        let width = MachineFinding.Topic.allCases.map(\.rawValue.count).max() ?? 0
        return MachineFinding.Topic.allCases.flatMap { topic in all.filter { $0.topic == topic } }.map { finding in
            let verdict = finding.verdict == .missing ? "MISSING" : finding.verdict.rawValue
            let head = verdict.left(8) + finding.topic.rawValue.left(width + 2)
            return head + finding.says
                + (finding.remedy.isEmpty ? "" : "\n" + String(repeating: " ", count: head.count) + "-> " + finding.remedy)
        }.joined(separator: "\n")
    }

    private static func finding(_ measure: WakeUpMeasure, buffer: Double) -> MachineFinding {
        let says =
            "woken every \(brief(measure.period * 1000)) ms \(measure.isRealtime ? "under SCHED_FIFO" : "at normal priority"): "
            + "\(brief(measure.lateness99 * 1000)) ms late (99 of 100), \(brief(measure.latenessMaximum * 1000)) ms at worst"
        guard measure.starves(buffer: buffer) else { return MachineFinding(.timer, .good, says) }
        return MachineFinding(
            .timer, .weak, says + ": a buffer of \(brief(buffer * 1000)) ms would have run empty",
            remedy: "increase --buffer, or enable real-time scheduling")
    }

    private static func brief(_ value: Double) -> String { DecimalFormat.fixed(value, value < 10 ? 2 : 0) }

    private func document(_ findings: [MachineFinding], _ measures: [WakeUpMeasure]) -> String {
        let found = findings.map { finding in
            JSONValue.object(known: [
                ("remedy", finding.remedy.isEmpty ? nil : .text(finding.remedy)), ("says", .text(finding.says)),
                ("topic", .text(finding.topic.rawValue)), ("verdict", .text(finding.verdict.rawValue)),
            ])
        }
        let measured = measures.map { measure in
            JSONValue.object([
                ("lateness99", .number(measure.lateness99)), ("latenessMaximum", .number(measure.latenessMaximum)),
                ("period", .number(measure.period)), ("realtime", .bool(measure.isRealtime)), ("wakeUps", .whole(measure.wakeUps)),
            ])
        }
        return JSONValue.object([("findings", .array(found)), ("wakeUps", .array(measured))]).indented()
    }
}
