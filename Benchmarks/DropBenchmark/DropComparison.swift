// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import Foundation
import PlainText
import RainSynthesis

/// Compares the processor time of the same classic drops here, in Csound, in Faust and in a plain C loop, in turn and several
/// times.
enum DropComparison {
    /// - Parameter folder: the folder in which `Scripts/bench` has built the other programs.
    static func run(in folder: URL, rounds: Int) throws {
        let best = InstructionSet.best
        let list = try DropList(best)
        try list.write(to: folder)
        let seconds = "\(DropList.seconds)"
        func csound(_ name: String, to sound: String) -> [String] {
            ["csound", "-d", "-m0", "--sample-accurate", "-h", "-f", "-o", sound, name]
        }
        let nothing = csound("nothing.csd", to: "nothing.raw")
        var others = [
            Contestant(name: "plain C loop", command: ["./loop", "drops.txt", seconds, "loop.raw"], sound: "loop.raw"),
            Contestant(name: "Faust", command: ["./faust", "drops.txt", seconds, "faust.raw"], sound: "faust.raw"),
            Contestant(
                name: "Csound, formula", command: csound("formula.csd", to: "formula.raw"), sound: "formula.raw", idle: nothing),
            Contestant(
                name: "Csound, oscillators", command: csound("oscillators.csd", to: "oscillators.raw"),
                sound: "oscillators.raw", idle: nothing),
        ]
        let sets = InstructionSet.allCases.filter(\.isSupported)
        var ours = sets.map { _ in [Double]() }
        for _ in 0..<rounds {
            for index in others.indices { try others[index].run(in: folder) }
            for (index, set) in sets.enumerated() { ours[index].append(try processorSeconds(set)) }
        }

        let drops = Double(list.drops.count)
        print(
            "\(list.drops.count) classic drops in \(seconds) s, stereo at 48 kHz: the same in every program; none of ours was stolen")
        print("processor time, median of \(rounds) runs in turn (and the spread); ours is all that the engine does")
        let fastest = median(ours[ours.count - 1]) / drops
        for (index, set) in sets.enumerated() {
            tell("amaoto, \(set.rawValue)", ours[index], drops, rms: list.rms, ours: list.rms, per: fastest)
        }
        for set in InstructionSet.allCases where !set.isSupported { print("  amaoto, \(set.rawValue): NOT RUN, this processor has none") }
        for other in others {
            let rms = try DropList.rms(of: folder.appendingPathComponent(other.sound))
            tell(other.name, other.seconds, drops, rms: rms, ours: list.rms, per: fastest)
        }
        judge("the plain C loop", others[0], wanted: 20, per: fastest * drops)
        judge("Csound's formula", others[2], wanted: 50, per: fastest * drops)
        judge("Csound's oscillators", others[3], wanted: 50, per: fastest * drops)
    }

    private static func judge(_ name: String, _ other: Contestant, wanted: Double, per ours: Double) {
        let ratio = median(other.seconds) / ours
        print(
            "  \(name): \(DecimalFormat.fixed(ratio, 1)) times ours, \(DecimalFormat.fixed(wanted, 0)) wanted: \(ratio >= wanted ? "met" : "MISSED")"
        )
    }

    private static func tell(_ name: String, _ seconds: [Double], _ drops: Double, rms: Double, ours: Double, per fastest: Double) {
        let cost = median(seconds) / drops
        let low = (seconds.min() ?? 0) / drops, high = (seconds.max() ?? 0) / drops
        let text = String(
            format: "  %@ %8.3f us a drop (%.3f ... %.3f), %6.1f times ours; RMS %.2f dBFS (%+.2f dB)",
            name.padding(toLength: 20, withPad: " ", startingAt: 0), cost * 1e6, low * 1e6, high * 1e6, cost / fastest,
            20 * log10(rms), 20 * log10(rms / ours))
        print(text)
    }

    /// The processor seconds of the complete engine while it renders the list's drops, several times over.
    private static func processorSeconds(_ set: InstructionSet) throws -> Double {
        let times = 4
        var sum = 0.0
        for _ in 0..<times {
            var engine = try DropEngine(set, perSecond: DropList.perSecond)
            sum += CoreClock.seconds { engine.run(quanta: DropList.quanta) }
        }
        return sum / Double(times)
    }
}
