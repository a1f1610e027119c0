// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// More than two loudspeakers, on the command line.
@Suite(.tags(.program), .waiting, .serialized) struct LayoutCommandTests {
    static let layouts = [("mono", 1), ("stereo", 2), ("quad", 4), ("5.1", 6), ("7.1", 8), ("ambisonic", 4), ("binaural", 2)]

    private func render(_ options: String..., to file: URL) throws -> Data {
        try Program.mustSucceed(["render", "-p", "downpour", "-d", "6", "-o", file.path] + options)
        return try Data(contentsOf: file)
    }

    @Test(.needs("soxi"), arguments: layouts) func everyLayoutHasItsChannels(_ layout: String, _ channels: Int) throws {
        let folder = try Folder()
        for ending in ["wav", "flac", "ogg"] {
            let file = folder.file("rain.\(ending)")
            _ = try render("--layout", layout, to: file)
            let told = try Program.shell("soxi -c \(file.path); soxi -D \(file.path)").text.split(separator: "\n").map(String.init)
            #expect(told == ["\(channels)", "6.000000"])
        }
    }

    @Test func aNumberOfChannelsIsShortForALayout() throws {
        let folder = try Folder()
        for (layout, channels) in Self.layouts.prefix(5) {
            let short = try render("-c", "\(channels)", to: folder.file("\(channels).wav"))
            #expect(try render("--layout", layout, to: folder.file("\(layout).wav")) == short)
        }
        #expect(try render(to: folder.file("plain.wav")) == Data(contentsOf: folder.file("2.wav")))
    }

    @Test(arguments: layouts.dropFirst(2)) func everyLayoutIsAsLoudAsStereo(_ layout: String, _ channels: Int) throws {
        let folder = try Folder()
        func power(_ options: String..., name: String) throws -> (Double, Double) {
            try Program.mustSucceed(["render", "-p", "downpour", "-d", "20", "-f", "FLOAT_LE", "-o", folder.path(name)] + options)
            let sound = try Sound(of: folder.file(name))
            let powers = sound.channels.map { channel -> Double in
                channel.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(channel.count)
            }
            let levels = Levels(of: sound)
            // The power of a sound field is that of W.
            return (layout == "ambisonic" && powers.count == 4 ? powers[0] : powers.reduce(0, +), levels.integratedLoudness)
        }
        let stereo = try power(name: "stereo.wav")
        let found = try power("--layout", layout, name: "layout.wav")
        let difference = 10 * log10(found.0 / stereo.0)
        switch layout {
        // In W, and at the ears, the low frequencies that a pair shares add up as they do in the air.
        case "ambisonic", "binaural": #expect(difference > -0.5 && difference < 3)
        default:
            #expect(abs(difference) < 0.5)
            // BS.1770 weights the surround pair by 1.5 dB.
            #expect(found.1 - stereo.1 > -0.5 && found.1 - stereo.1 < 1.2)
        }
    }

    @Test(.needs("soxi")) func whatWasPlayedInSurroundIsRenderedAgain() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let log = folder.path("applied.jsonl")
        let play = try Program.shellMustSucceed(
            "amaoto play -p downpour -D cap -f S16_LE -d 3 --layout 5.1 --applied \(log) --record \(folder.path("rec.wav"))",
            environment: environment)
        #expect(play.errors.contains("5.1 (6 channels)"))
        let render = try Program.mustSucceed("render", "--applied", log, "-f", "S16_LE", "-o", "-", "--container", "raw")
        func samples(_ data: Data) -> [Int16] { data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }
        let played = samples(try Data(contentsOf: captured)), rendered = samples(render.output)
        #expect(played.count == 3 * 48_000 * 6 && rendered.count == played.count)
        // alsa-lib has the rear before the centre.
        let order = [0, 1, 4, 5, 2, 3]
        let isEqual = played.indices.allSatisfy { played[$0] == rendered[$0 / 6 * 6 + order[$0 % 6]] }
        #expect(isEqual && Set(played).count > 200)
        #expect(try Program.shell("soxi -c \(folder.path("rec.wav"))").text == "6\n")
        let quad = try Program.amaoto(
            "render", "--applied", log, "--layout", "quad", "-f", "S16_LE", "-o", "-", "--container", "raw")
        #expect(quad.status == 0 && quad.output.count == 3 * 48_000 * 4 * 2)
    }

    @Test(arguments: [
        (["render", "-d", "1", "-o", "x.wav", "-c", "3"], "1, 2, 4, 6 or 8"),
        (["render", "-d", "1", "-o", "x.wav", "-c", "2", "--layout", "5.1"], "5.1 has 6 channels"),
        (["render", "-d", "1", "-o", "x.wav", "--layout", "6.1"], "ambisonic"),
        (["tune", "commuter", "--plain", "--layout", "quad"], "supports only mono and stereo"),
        (["render", "-d", "1", "-o", "x.wav", "-c", "4", "--layout", "mono"], "mono has 1 channel;"),
    ])
    func whatCannotBeIsSaid(_ arguments: [String], _ words: String) throws {
        let run = try Program.amaoto(arguments)
        #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
    }
}
