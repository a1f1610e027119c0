// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Other programs can read the written files.
@Suite(.tags(.program), .waiting, .serialized) struct ContainerTests {
    @Test(.needs("flac", "soxi")) func flacIsWrittenAndRead() throws {
        let folder = try Folder()
        let file = folder.file("ride.flac")
        try Program.mustSucceed("render", "examples/visnjan-drive.gpx", "--fit", "10", "-o", file.path)
        try Program.shellMustSucceed("flac --test --silent \(file.path)")
        let length = try Program.shell("soxi -D \(file.path)").text
        #expect(abs((Double(length.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) - 10) < 0.5)
    }

    @Test(.needs("soxi")) func theSeedStandsInTheFilesComment() throws {
        let folder = try Folder()
        let file = folder.file("ride.flac")
        _ = try Program.amaoto("render", "-p", "drizzle", "-d", "1", "--seed", "4711", "-o", file.path)
        #expect(try Program.shell("soxi -a \(file.path)").text.contains("seed 4711"))
    }

    @Test(arguments: [["render", "-o"], ["play", "-D", "null", "--record"]])
    func theProgramAndTheWholeSeedStandInWhatItWrites(command: [String]) throws {
        let folder = try Folder()
        let file = folder.file("rain.wav"), stats = folder.file("stats.json"), seed = "18446744073709551615"
        try Program.mustSucceed(command + [file.path, "-p", "drizzle", "-d", "0.2", "--seed", seed, "--stats", stats.path])
        #expect(try Data(contentsOf: file).range(of: Data("ISFT".utf8)) != nil)
        #expect(try String(contentsOf: stats, encoding: .utf8).contains("\"seed\": \(seed)"))
    }

    /// The classic program's clock stopped all drops after eight minutes.
    @Test(.needs("sox")) func twentyMinutesOfClassicStillRainAtTheEnd() throws {
        let folder = try Folder()
        let file = folder.file("classic.wav")
        try Program.mustSucceed("render", "-p", "classic", "-d", "1200", "-f", "S16_LE", "-o", file.path)
        func peak(_ start: Int) throws -> Double {
            let report = try Program.shell("sox \(file.path) -n trim \(start) 58 stats 2>&1").text
            let line = report.split(separator: "\n").first { $0.hasPrefix("Pk lev dB") } ?? ""
            return Double(line.split(separator: " ").dropFirst(3).first ?? "") ?? -200
        }
        let first = try peak(0), last = try peak(1141)
        #expect(last > -12, "the drops of the last minute reach \(last) dB")
        #expect(abs(first - last) < 3)
    }
}
