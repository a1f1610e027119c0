// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// The way to the destination is in the sound of `alight`: a decoder reads it from the pitch of the tone.
@Suite(.tags(.program), .waiting, .serialized) struct AlightTests {
    /// The preset's pitches in Hz, and the metres for which they stand.
    private static let scale: [(metres: Double, pitch: Double)] = [
        (0, 1760), (20, 1320), (50, 990), (100, 740), (200, 495), (350, 330), (500, 220),
    ]

    private static func metres(_ pitch: Double) -> Double {
        for (near, far) in zip(scale, scale.dropFirst()) where pitch >= far.pitch {
            return max(0, near.metres + (near.pitch - pitch) / (near.pitch - far.pitch) * (far.metres - near.metres))
        }
        return 500
    }

    /// The loudest frequency of a piece of sound in the tone's range.
    private static func pitch(_ sound: Sound, from start: Double, for seconds: Double) -> Double? {
        let first = Int(start * Double(sound.sampleRate)), count = Int(seconds * Double(sound.sampleRate))
        guard first + count <= sound.frames else { return nil }
        let piece = Sound(sampleRate: sound.sampleRate, channels: sound.channels.map { Array($0[first..<first + count]) })
        var estimator = WelchEstimator(sampleRate: sound.sampleRate, size: count / 2 * 2)
        estimator.add(piece)
        guard let spectrum = estimator.spectrum else { return nil }
        let width = Double(spectrum.sampleRate) / Double(spectrum.size)
        let bins = Int(200 / width)...Int(1_800 / width)
        return bins.max { spectrum.density[$0] < spectrum.density[$1] }.map { Double($0) * width }
    }

    @Test(arguments: ["Ebisu", "Meguro"]) func aDecoderReadsTheWayToTheDestination(station: String) throws {
        let folder = try Folder()
        let ride = folder.path("ride.csv"), wave = folder.file("ride.wav"), log = folder.file("state.jsonl")
        try Program.mustSucceed("ride", "--from", "Shibuya", "--to", station, "--line", "JR-East.Yamanote", "-o", ride, "-q")
        try Program.mustSucceed("render", ride, "--to", station, "-p", "alight", "--speed", "1", "-o", wave.path, "--state", log.path)
        /// The channel's value and when it was reported, in seconds of sound; events sound over the tone.
        var reported: [(time: Double, metres: Double?)] = []
        var events: [Double] = []
        var last: String?
        for object in try PrintedJSON.objects(in: log) {
            let time = Double(try #require(object["sample"] as? Int)) / 48_000
            if !(object["events"] as? [Any] ?? []).isEmpty { events.append(time) }
            guard let moment = object["time"] as? String, moment != last else { continue }
            last = moment
            reported.append((time, (object["channels"] as? [String: Any])?["alighting"] as? Double))
        }
        let whole = try Sound(of: wave)
        var far = 0, near = 0
        for (value, next) in zip(reported, reported.dropFirst()) where next.time - value.time > 0.9 {
            // The tone has settled half a second after a fix.
            guard let metres = value.metres, !events.contains(where: { (value.time - 1.5...value.time + 1).contains($0) }),
                let pitch = Self.pitch(whole, from: value.time + 0.5, for: 0.4)
            else { continue }
            let read = Self.metres(pitch)
            #expect(abs(read - metres) <= max(3, metres > 20 ? metres / 10 : 3), "\(metres) m read as \(read) m")
            if metres > 20 { far += 1 } else { near += 1 }
        }
        #expect(far >= 15 && near >= 5, "\(far) and \(near) readings")
    }

    /// Without a destination it is commuter, bit by bit.
    @Test func elsewhereItIsCommuter() throws {
        func samples(_ preset: String) throws -> Data {
            let run = try Program.mustSucceed(
                "render", "examples/yamanote-simulated.csv", "-p", preset, "--fit", "20", "-o", "-", "--container", "raw", "-f", "FLOAT_LE")
            return run.output
        }
        #expect(try samples("alight") == samples("commuter"))
    }
}
