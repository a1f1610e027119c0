// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import Foundation
import PlainText
import Sonification

/// Every shipped preset through the program itself, `amaoto render -p NAME` to a WAV file: processor time, net of starting.
struct PresetBenchmark {
    /// Seconds of sound beyond the second that a start takes along, and rounds.
    static let seconds = 60
    static let rounds = 5

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-bench-\(getpid())")

    /// Prints a table: the median of rounds in which short and long renders alternate, at rest and on a ride.
    func run() {
        do { try measure() } catch { print("the presets cannot be measured: \(error)") }
    }

    private func measure() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("| preset | times real time | ns a frame | starting, ms |\n|---|---|---|---|")
        for name in PresetLibrary.standard.names { try row(name, "\(name), at rest") { ["-d", "\($0)"] } }
        guard let short = MadeRide(seconds: 1), let long = MadeRide(seconds: 1 + Self.seconds) else { return }
        for name in ["commuter", "classic", "hiker"] {
            try row(name, "\(name), on a ride") { [$0 == 1 ? short.path : long.path] }
        }
    }

    private func row(_ preset: String, _ title: String, _ sound: (Int) -> [String]) throws {
        var nets: [Double] = [], starts: [Double] = []
        var frames: Int64 = 0
        var rate = 48_000
        for _ in 0..<Self.rounds {
            let start = try render(preset, sound(1)), whole = try render(preset, sound(1 + Self.seconds))
            nets.append(whole.processorSeconds - start.processorSeconds)
            starts.append(start.processorSeconds)
            (frames, rate) = (whole.frames - start.frames, whole.sampleRate)
        }
        let net = median(nets), start = median(starts)
        let times = Double(frames) / Double(rate) / net
        print(
            "| \(title) | \(DecimalFormat.fixed(times, 0)) | \(DecimalFormat.fixed(net / Double(frames) * 1e9, 1)) | \(DecimalFormat.fixed(1000 * start, 0)) |"
        )
    }

    private func render(_ preset: String, _ arguments: [String]) throws -> ProgramRender {
        try ProgramRender(
            arguments + ["-p", preset, "-o", folder.appendingPathComponent("sound.wav").path, "-y"],
            stats: folder.appendingPathComponent("stats.json").path)
    }
}
