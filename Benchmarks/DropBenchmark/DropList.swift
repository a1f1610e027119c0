// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis

/// The classic drops of one stretch of our rain, for the other programs to play.
struct DropList {
    static let perSecond = 10_000.0
    static let seconds = 4
    static var quanta: Int { seconds * DropEngine.rate / EngineConfiguration.quantum }

    struct Drop {
        /// Seconds.
        var onset: Double
        var left: Double
        var right: Double
    }

    private(set) var drops: [Drop] = []
    /// The RMS of our rendered sound.
    private(set) var rms = 0.0

    init(_ set: InstructionSet) throws {
        var engine = try DropEngine(set, perSecond: Self.perSecond)
        let gain = pow(10, Double(DropEngine.level) / 20)
        let amplitude = Double(ParameterTable.spec(.dropsImpactAmplitude).defaultValue)
        var power = 0.0
        var all: [Drop] = []
        engine.run(quanta: Self.quanta) { first, onsets, sound in
            for onset in onsets {
                all.append(
                    Drop(
                        onset: (Double(first) + onset.position) / Double(DropEngine.rate),
                        left: gain * Double(onset.left) / amplitude, right: gain * Double(onset.right) / amplitude))
            }
            for sample in sound { power += Double(sample * sample) }
        }
        drops = all
        rms = (power / Double(2 * Self.seconds * DropEngine.rate)).squareRoot()
        guard engine.report().yieldedDrops == 0 else { throw BenchmarkFault(description: "drops were stolen") }
    }

    /// Writes `drops.txt` and, for Csound, `drops.sco`.
    func write(to folder: URL) throws {
        func figure(_ value: Double) -> String { String(format: "%.9f", value) }
        var lines = ""
        var score = ""
        for drop in drops {
            let gains = "\(figure(drop.left)) \(figure(drop.right))"
            lines += "\(figure(drop.onset)) \(gains)\n"
            score += "i \"Impact\" \(figure(drop.onset)) 0.0075 \(gains)\n"
            score += "i \"Bubble\" \(figure(drop.onset + 0.0225)) 0.03 \(gains)\n"
        }
        try lines.write(to: folder.appendingPathComponent("drops.txt"), atomically: true, encoding: .utf8)
        try score.write(to: folder.appendingPathComponent("drops.sco"), atomically: true, encoding: .utf8)
    }

    /// The RMS of raw floats in a file, over as many frames as ours has.
    static func rms(of file: URL) throws -> Double {
        let data = try Data(contentsOf: file)
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }.prefix(2 * seconds * DropEngine.rate)
        guard samples.count == 2 * seconds * DropEngine.rate else {
            throw BenchmarkFault(description: "\(file.path) is too short")
        }
        return (samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    }
}
