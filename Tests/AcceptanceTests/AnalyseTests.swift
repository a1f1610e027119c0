// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto analyse` on sounds that sox makes.
@Suite(.tags(.program), .waiting, .serialized) struct AnalyseTests {
    struct Sheet: Decodable {
        struct Row: Decodable {
            let id: String
            let unit: String
            let value: Double?
            let leftOut: String?
            let place: String?
            let real: [String: Double]?
        }
        let sampleRate: Int
        let channels: Int
        let seconds: Double
        let rows: [Row]
        let isWithinReal: Bool?

        subscript(id: String) -> Row? { rows.first { $0.id == id } }
    }

    /// A sound made by sox, and the program's report on it.
    private func analyse(_ folder: Folder, _ sox: String, _ options: String = "", ending: String = "wav") throws -> ProgramRun {
        let file = folder.path("sound.\(ending)")
        try Program.shellMustSucceed("sox -R -n -b 24 '\(file)' \(sox)")
        return try Program.shell("amaoto analyse '\(file)' \(options)")
    }

    private func sheet(_ run: ProgramRun) throws -> Sheet { try JSONDecoder().decode(Sheet.self, from: run.output) }

    @Test(.needs("sox")) func whiteNoiseIsNotRain() throws {
        let folder = try Folder()
        let run = try analyse(folder, "rate 48000 channels 2 synth 25 whitenoise gain -20", "--against real")
        #expect(run.status == 1)
        #expect(run.errors.contains("outside the range of real rain") && run.errors.contains("waveform kurtosis 4-10 kHz"))
        #expect(run.text.contains("waveform kurtosis 4-10 kHz") && run.text.contains("OUT"))
        #expect(run.text.contains("no period between"))
        // Without a comparison it is not a failure, and as an object the figures are the same.
        let plain = try Program.shell("amaoto analyse '\(folder.path("sound.wav"))'")
        #expect(plain.status == 0 && plain.errors.isEmpty && !plain.text.contains("OUT"))
        let json = try Program.shell("amaoto analyse '\(folder.path("sound.wav"))' --json --against real")
        let sheet = try sheet(json)
        #expect(json.status == 1 && sheet.isWithinReal == false && sheet.channels == 2 && sheet.rows.count == 25)
        let row = try #require(sheet["kurtosis.4000"])
        // Sox draws evenly between two limits: 3 - 1.2 times the sum of h^4 over the squared sum of h^2, h being the band's
        // response.
        #expect(abs((row.value ?? 0) - 2.765) < 0.03)
        #expect(row.place == "out" && row.real == ["min": 3.9, "p25": 9.2, "median": 15, "p75": 59, "max": 1300])
        let octave = try #require(sheet["octave.8000"])
        #expect(octave.place == "beyond quartiles" && octave.real?["max"] == nil && octave.unit == "dB")
    }

    @Test(.needs("sox"), arguments: [("wav", 44_100), ("flac", 96_000), ("ogg", 48_000), ("aiff", 32_000)])
    func figuresDoNotDependOnRateAndFormat(ending: String, rate: Int) throws {
        let folder = try Folder()
        let sheet = try sheet(
            try analyse(folder, "rate \(rate) channels 2 synth 20 pinknoise gain -12 tremolo 3 60", "--json", ending: ending))
        #expect(sheet.sampleRate == rate && abs(sheet.seconds - 20) < 0.01)
        #expect(sheet.rows.allSatisfy { $0.value != nil })
        for octave in [125, 250, 500, 1000, 4000] { #expect(abs(sheet["octave.\(octave)"]?.value ?? 99) < 0.8) }
        // A tremolo of 3 Hz: a third of a second, or a multiple.
        let lag = (sheet["period.lag"]?.value ?? 0) * 3
        #expect((sheet["period.strength"]?.value ?? 0) > 1 && abs(lag - lag.rounded()) < 0.1)
    }

    @Test(.needs("sox")) func soxAgreesOnTheLoudnessOfATone() throws {
        let folder = try Folder()
        let sheet = try sheet(try analyse(folder, "rate 48000 synth 5 sine 997 gain -20", "--json"))
        // BS.1770: a tone of 997 Hz reads its RMS level re full scale, 3.01 dB below its peak.
        #expect(abs((sheet["loudness"]?.value ?? 0) + 23.01) < 0.05)
        #expect(abs((sheet["peak"]?.value ?? 0) + 20) < 0.05)
        #expect(sheet["coherence.250"]?.leftOut?.contains("two channels") == true)
        #expect(sheet["period.lag"]?.leftOut?.contains("shorter than") == true)
    }

    @Test(.needs("sox")) func aPipeIsMeasuredToItsEnd() throws {
        let run = try Program.shellMustSucceed("sox -R -n -r 48000 -c 2 -t wav - synth 6 pinknoise | amaoto analyse - --json")
        #expect(abs(try sheet(run).seconds - 6) < 0.01)
    }

    @Test(.needs("sox")) func whatCannotBeMeasuredIsSaid() throws {
        let folder = try Folder()
        let short = try analyse(folder, "rate 48000 synth 0.5 pinknoise")
        #expect(short.status == 0)
        #expect(short.text.contains("left out: SD of the 1 s level: the sound is shorter than 5 s"))
        #expect(short.text.contains("left out: coherence 2-4 kHz: it compares two channels, but there is only one"))
        let judged = try Program.shell("amaoto analyse '\(folder.path("sound.wav"))' --against real")
        #expect(judged.status == 4 && judged.errors.contains("no row could be compared"))
        let low = try analyse(folder, "rate 8000 synth 6 pinknoise")
        #expect(low.text.contains("left out: waveform kurtosis 4-10 kHz: the sample rate is below 20000 Hz"))
        let silent = try analyse(folder, "rate 48000 trim 0 6")
        #expect(silent.status == 0 && silent.text.contains("its band is silent"))
        try Data().write(to: folder.file("empty.wav"))
        let empty = try Program.amaoto("analyse", folder.path("empty.wav"))
        #expect(empty.status == 4 && empty.errors.contains("empty"))
        let none = try analyse(folder, "rate 48000 trim 0 0")
        #expect(none.status == 4 && none.errors.contains("the file contains no sound"))
        let absent = try Program.amaoto("analyse", folder.path("absent.wav"))
        #expect(absent.status == 4 && absent.errors.contains("check the path"))
        let usage = try Program.amaoto("analyse", folder.path("empty.wav"), "--against", "snow")
        #expect(usage.status == 2 && usage.errors.contains("real"))
    }

    @Test(.needs("sox")) func aSampleThatIsNoNumberIsRefused() throws {
        let folder = try Folder()
        // A header for floats from sox, then a NaN instead of a sample.
        let file = folder.file("nan.wav")
        try Program.shellMustSucceed("sox -R -n -e floating-point -b 32 -r 48000 '\(file.path)' synth 1 sine 440")
        let truth = try folder.write("time,speed\n0,1\n1,2\n", to: "truth.csv")
        for (sample, name) in [(Float.nan, "NaN"), (1e30, "1e+30")] {
            var data = try Data(contentsOf: file)
            withUnsafeBytes(of: sample) { data.replaceSubrange(data.count - 400..<data.count - 396, with: $0) }
            try data.write(to: file)
            for arguments in [
                ["analyse", file.path], ["plot", "spectrum", file.path, "-o", "-"], ["plot", "spectrogram", file.path, "-o", "-"],
                ["listen", file.path, "--against", truth.path, "--learn", "\(file.path)=\(truth.path)"],
            ] {
                let run = try Program.amaoto(arguments)
                #expect(
                    run.status == 4 && run.errors.contains("frame 47900, channel 1") && run.errors.contains("a sample is \(name)"),
                    "\(arguments): \(run.errors)")
            }
        }
    }

    /// libebur128 takes at most 64 channels and no rate below 16 Hz; many channels at a high rate would take much memory.
    @Test(.needs("sox"), arguments: ["-r 8 -c 1", "-r 48000 -c 65", "-r 192000 -c 64"]) func unusualSoundsAreRefused(form: String) throws {
        let folder = try Folder()
        let file = folder.file("odd.wav")
        try Program.shellMustSucceed("sox -R -n \(form) '\(file.path)' synth 1 sine 3")
        for command in [["analyse"], ["plot", "spectrum", "-o", "-"], ["plot", "spectrogram", "-o", "-"]] {
            let run = try Program.amaoto(command + [file.path])
            #expect(run.status == 4 && run.errors.contains("convert it to at most 64 channels at a usual rate"), "\(run.errors)")
        }
    }
}
