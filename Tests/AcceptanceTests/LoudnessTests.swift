// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// Sounds match the requested loudness, in files and live.
@Suite(.waiting, .serialized) struct LoudnessTests {
    /// BS.1770: a tone of 997 Hz on both channels reads its peak level.
    @Test(arguments: [-23.0, -40, -12]) func aToneComesOutAsLoudAsAskedFor(target: Double) throws {
        let folder = try Folder()
        let preset = try MeasuredPreset.written(MeasuredPreset.tone, in: folder)
        let run = try Program.mustSucceed(
            "render", "-p", preset, "-d", "6", "--loudness", "\(target)", "-o", "-", "--container", "raw", "-f", "FLOAT_LE")
        let peak = run.output.floats.reduce(0) { max($0, $1.magnitude) }
        #expect(abs(20 * log10(Double(peak)) - target) < 0.1)
        #expect(run.errors.contains("Loudness: ") && run.errors.contains("LUFS"))
    }

    @Test func theLimiterHoldsAndIsReckonedWith() throws {
        let folder = try Folder()
        let preset = try MeasuredPreset.written(MeasuredPreset.sparse + "\n  drops.impact.amplitude: 1.2\n", in: folder)
        let file = folder.file("loud.wav")
        let run = try Program.mustSucceed("render", "-p", preset, "-d", "10", "--loudness", "-20", "-o", file.path)
        let sound = try Sound(of: file)
        var meter = LevelMeter(sampleRate: sound.sampleRate, channelCount: 2)
        meter.add(sound)
        let levels = meter.levels
        #expect(20 * log10(levels.truePeak) <= -1)
        #expect(abs(levels.integratedLoudness + 26) < 0.15 && run.errors.contains("the limiter allows at most -26.0 LUFS"), "\(run.errors)")
    }

    /// As four loudspeakers the same sound read 3 LU more.
    @Test func aSoundFieldIsMeasuredByItsPressure() throws {
        let folder = try Folder()
        for ending in ["wav", "flac"] {
            let file = folder.file("field.\(ending)")
            try Program.mustSucceed(
                "render", "-p", "downpour", "-d", "5", "--layout", "ambisonic", "--loudness", "-23", "-q", "-o", file.path)
            #expect(abs(Levels(of: try Sound(of: file)).integratedLoudness + 23) < 0.1)
            let told = try Program.amaoto("analyse", file.path)
            #expect(told.status == 0 && told.errors.contains("only its pressure, W, is measured"), "\(told.errors)")
        }
        let quad = try Program.shell("amaoto render -p downpour -d 1 --layout quad -q -o - | amaoto analyse -")
        #expect(quad.text.contains("4 channels") && quad.errors.isEmpty, "\(quad.errors)")
    }

    @Test func liveIsAsLoudAsTheFile() throws {
        let folder = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let sound = ["-p", "storm", "-d", "3", "--loudness", "-26", "-f", "FLOAT_LE"]
        try Program.mustSucceed(["play", "-D", "cap"] + sound, environment: environment)
        let rendered = try Program.amaoto(["render", "-o", "-", "--container", "raw"] + sound)
        let live = try Data(contentsOf: captured)
        #expect(live.prefix(rendered.output.count) == rendered.output)
        #expect(live.dropFirst(rendered.output.count).allSatisfy { $0 == 0 })
    }

    @Test func whatHasNoLoudnessIsSaid() throws {
        let folder = try Folder()
        let silent = try MeasuredPreset.written(MeasuredPreset.head + "base: { drops.rate: 0, bed.level: -60 }\n", in: folder)
        let run = try Program.amaoto("render", "-p", silent, "-d", "2", "--loudness", "-23", "-o", folder.path("a.wav"))
        #expect(run.status == 1 && run.errors.contains("silent or shorter than 0.4 s"))
        #expect(folder.names == ["test.yaml"])
        let stems = try Program.amaoto(
            "render", "-p", silent, "-d", "2", "--loudness", "-23", "-o", folder.path("a.wav"), "--stems", folder.path("stems"))
        #expect(stems.status == 1)
        #expect(folder.names == ["test.yaml"])
        let both = try Program.amaoto("render", "-p", silent, "-d", "2", "--loudness", "-23", "--gain", "3", "-o", "-")
        #expect(both.status == 2 && both.errors.contains("--gain"))
        #expect(try Program.amaoto("render", "-p", silent, "-d", "2", "--loudness", "3", "-o", "-").status == 2)
    }
}
