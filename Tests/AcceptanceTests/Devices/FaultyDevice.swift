// SPDX-License-Identifier: MIT
import CompanionDevice
import Foundation
import TestTraits
import Testing

/// The program on the tests' own playback device.
final class FaultyDevice {
    let folder: Folder
    let device: CompanionDevice
    let run: RunningProgram

    /// - Parameters:
    ///   - script: the events of the device.
    ///   - options: the device's other options.
    ///   - hearsResume: true exposes the device's own result of a resume, which alsa-lib ignores.
    ///   - library: preloaded by the program, with its environment.
    ///   - products: the folder of the program.
    init(
        _ script: String = "", options: [String: String] = [:], hearsResume: Bool = false, library: String? = nil,
        environment more: [String: String] = [:], products: URL = Program.products, _ arguments: [String]
    ) throws {
        folder = try Folder()
        device = CompanionDevice(in: folder.url.path, script, options: options)
        var environment = ["ALSA_CONFIG_PATH": try device.writeConfiguration()]
        if let library = hearsResume ? CompanionDevice.library : library { environment["LD_PRELOAD"] = library }
        environment.merge(more) { $1 }
        run = try RunningProgram(
            ["play"] + arguments + ["-D", device.name, "--stats", folder.path("stats")],
            executable: products.appendingPathComponent("amaoto").path, environment: environment)
    }

    /// The figures of `--stats`, after the end.
    func statistics() throws -> [String: Any] {
        try PrintedJSON.object(in: folder.file("stats"))
    }

    /// Processor seconds of its audio thread so far; nil if there is none.
    var processorSeconds: Double? {
        let tasks = "/proc/\(run.processIdentifier)/task"
        for task in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
            let name = try? String(contentsOfFile: "\(tasks)/\(task)/comm", encoding: .utf8)
            guard name == "amaoto-audio\n", let line = try? String(contentsOfFile: "\(tasks)/\(task)/stat", encoding: .utf8)
            else { continue }
            // After the name in brackets come the state and, in the twelfth and thirteenth fields, user and kernel ticks.
            let words = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
            guard words.count > 13, let program = Double(words[12]), let kernel = Double(words[13]) else { return nil }
            return (program + kernel) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
        return nil
    }

    /// The bytes of an export less those that the device dropped.
    func expected(_ export: Data, bytesPerFrame: Int) -> Data {
        var kept = Data(), place = 0
        for range in device.dropped {
            kept += export[place..<max(place, min(export.count, Int(range.lowerBound) * bytesPerFrame))]
            place = min(export.count, Int(range.upperBound) * bytesPerFrame)
        }
        return kept + export[place...]
    }
}

/// CLOCK_MONOTONIC in seconds.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
