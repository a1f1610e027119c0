// SPDX-License-Identifier: MIT
import CEBUR128
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Rain: surfaces, shelter and room", .computing)
struct RainSurfaceTests {
    /// Integrated loudness (EBU R 128) of 12 s of rain.
    private static func loudness(_ values: [ParameterID: Float], seed: UInt64 = 1) throws -> Double {
        var fixture = try EngineFixture(seed: seed, parameters: .silent.with([.rainMovement: 0]).with(values))
        let meter = try #require(ebur128_init(2, 48_000, Int32(EBUR128_MODE_I.rawValue)))
        var handle: UnsafeMutablePointer<ebur128_state>? = meter
        defer { ebur128_destroy(&handle) }
        for _ in 0..<12 { ebur128_add_frames_float(meter, fixture.render(48_000), 48_000) }
        var loudness = 0.0
        ebur128_loudness_global(meter, &loudness)
        return loudness
    }

    @Test("Every surface is as loud as the open ground, but for the bubbles of water")
    func loudness() throws {
        for (index, surface) in RainSurface.all.enumerated() where surface.water == 0 {
            // Surfaces overhead respond to the near drops only.
            let rain: [ParameterID: Float] = [.rainIntensity: 30, .rainLevel: -6, .rainBedLevel: surface.isOverhead ? -60 : 0]
            let ground = try Self.loudness(rain)
            let found = try Self.loudness(rain.merging([.rainSurface: Float(index)]) { $1 })
            #expect(abs(found - ground) < 1, "\(surface.name): \(found) against \(ground) LUFS")
        }
    }

    @Test("The choices are the surfaces that the drops know, and the open ground")
    func names() {
        let surfaces = Set(ParameterTable.spec(.rainSurface).choices), materials = Set(ParameterTable.spec(.dropsMaterial).choices)
        #expect(surfaces == materials.subtracting(["plain"]).union(["ground"]))
        #expect(surfaces.count == RainSurface.all.count)
    }

    @Test("On a surface, too, noise and single drops have the same power in every octave", arguments: ["tin", "soil", "glass"])
    func bands(_ name: String) throws {
        let surface = Float(try #require(RainSurface.all.firstIndex { $0.name == name }))
        var spectra: [[Double]] = []
        for singles: Float in [0, 20_000] {
            var rig = RainRig(
                seed: 4,
                [
                    .rainIntensity: 50, .rainMovement: 0, .rainBedLevel: -60, .rainSingles: singles, .rainPeaks: 100,
                    .rainSurface: surface,
                ])
            spectra.append(rig.octaves(stretches: 150))
        }
        for (noise, drops) in zip(spectra[0], spectra[1]) { #expect(abs(noise - drops) < 1.5, "\(spectra)") }
    }

    /// 40 s of rain in front of a listener who does not move, channel by channel.
    private static func rain(on name: String) throws -> [[Float]] {
        let surface = Float(try #require(RainSurface.all.firstIndex { $0.name == name }))
        return try sound(
            .stereo, [.rainIntensity: 12, .rainMovement: 0, .rainPeaks: 20, .rainSurface: surface], frames: 48_000 * 40)
    }

    @Test("Rain that falls all over a surface leaves no notch or stripe in the spectrum", arguments: ["leaves", "water", "puddle", "soil"])
    func notches(_ name: String) throws {
        for channel in try Self.rain(on: name) {
            var spectrum = NoiseSpectrum(size: 8192, rate: 48_000)
            channel.withUnsafeBufferPointer { samples in
                guard let first = samples.baseAddress else { return }
                for start in stride(from: 48_000, through: channel.count - 8192, by: 4096) { spectrum.add(first + start, first + start) }
            }
            func density(_ frequency: Double, octaves: Double) -> Double {
                let (low, high) = (frequency * exp2(-octaves / 2), frequency * exp2(octaves / 2))
                return spectrum.power(from: low, to: high) / Double(spectrum.frequencies(from: low, to: high).count)
            }
            for step in 0..<58 {
                let frequency = 300 * exp2(Double(step) / 12)
                let deviation = 10 * log10(density(frequency, octaves: 1.0 / 12) / density(frequency, octaves: 0.5))
                #expect(abs(deviation) < 3, "\(deviation) dB at \(frequency) Hz")
            }
        }
    }

    @Test("On a surface a sum in mono loses no more than on open ground", arguments: ["leaves", "water", "tin", "umbrella"])
    func mono(_ name: String) throws {
        func loss(_ name: String) throws -> Double {
            let sound = try Self.rain(on: name)
            let both = zip(sound[0], sound[1]).reduce(0) { $0 + Double($1.0 + $1.1) * Double($1.0 + $1.1) }
            return 10 * log10(both / 2 / sound.joined().reduce(0) { $0 + Double($1) * Double($1) })
        }
        let (ground, surface) = (try loss("ground"), try loss(name))
        #expect(surface > ground - 0.7, "\(surface) against \(ground) dB")
    }

    @Test("Another surface comes in without a click")
    func change() throws {
        let set = SynthParameters.silent.with([
            .rainIntensity: 30, .rainLevel: -6, .rainSingles: 0, .rainBedLow: 20, .rainBedHigh: 200, .rainBedTilt: -12,
            .rainReach: 1, .rainBedLevel: 24,
        ])
        var fixture = try EngineFixture(parameters: set)
        var changes: [TimelineEntry] = []
        for (index, _) in RainSurface.all.enumerated() {
            let other = set.with([.rainSurface: Float(index)])
            changes.append(TimelineEntry(sample: Int64(24_000 + 9600 * index), payload: .parameters(other, glide: 0)))
        }
        fixture.push(changes)
        let sound = fixture.render(24_000 + 9600 * RainSurface.all.count)
        // A click is a second difference that neither surface's sound has: each change compared with 100 ms beside it.
        func roughest(_ range: Range<Int>) -> Float {
            range.reduce(0) { max($0, abs(sound[2 * $1 + 4] - 2 * sound[2 * $1 + 2] + sound[2 * $1])) }
        }
        for index in RainSurface.all.indices.dropFirst() {
            let at = 24_000 + 9600 * index
            let around = max(roughest(at - 4800..<at - 200), roughest(at + 3000..<at + 7800))
            #expect(roughest(at - 100..<at + 2600) < 1.6 * around, "\(RainSurface.all[index].name)")
        }
    }

    @Test("A roof that comes in over the listener is never louder than it stays", arguments: ["tent", "wood", "car roof"])
    func roofSurge(_ name: String) throws {
        let roof = try #require(RainSurface.all.firstIndex { $0.name == name })
        let set = SynthParameters.silent.with([.rainIntensity: 30, .rainMovement: 0, .rainShelter: 5])
        var fixture = try EngineFixture(parameters: set)
        fixture.push([TimelineEntry(sample: 48_000, payload: .parameters(set.with([.rainSurface: Float(roof)]), glide: 0))])
        let sound = fixture.render(3 * 48_000)
        // The power of 50 ms, from the change on.
        let powers = (0..<40).map { window -> Double in
            let first = 2 * (48_000 + 2400 * window)
            return sound[first..<first + 4800].reduce(0) { $0 + Double($1 * $1) }
        }
        let steady = try #require(powers[10...].max())
        let coming = try #require(powers[..<6].max())
        #expect(10 * log10(coming / steady) < 3, "\(name): \(10 * log10(coming / steady)) dB")
    }

    /// The amplitude that a wall transmits at a frequency.
    private static func passed(_ frequency: Double, mass: Float, open: Float) -> Double {
        var shelter = RainShelter(sampleRate: 48_000, instructionSet: .standard)
        var phase = 0
        var largest: Float = 0
        for quantum in 0..<1500 {
            var left = (0..<64).map { Float(sin(2 * .pi * frequency * Double(phase + $0) / 48_000)) }
            var right = left
            phase += 64
            StereoBlock.each(&left, &right) { block, _, _ in shelter.process(block, mass: mass, open: open) }
            if quantum >= 750 { largest = left.reduce(largest) { max($0, abs($1)) } }
        }
        return Double(largest)
    }

    @Test("A wall passes what the mass law says", arguments: [Float(0.3), 4, 40], [200.0, 1000, 5000])
    func massLaw(_ mass: Float, _ frequency: Double) {
        // |1 / (1 + i pi f m / (rho c))|, rho c = 415 kg/(m^2 s); the bilinear transform warps the top.
        let corner = 132 / Double(mass)
        let warped = tan(.pi * frequency / 48_000) / tan(.pi * min(corner / 48_000, 1.5 / .pi))
        let law = 1 / (1 + warped * warped).squareRoot()
        let found = Self.passed(frequency, mass: mass, open: 0)
        #expect(abs(20 * log10(found / law)) < 0.1, "\(found) against \(law)")
        if frequency < 2000 {
            let plain = 1 / (1 + pow(.pi * frequency * Double(mass) / 415, 2)).squareRoot()
            #expect(abs(20 * log10(found / plain)) < 0.3)
        }
    }

    @Test("An opening passes its part of the power; no wall passes all")
    func opening() {
        #expect(abs(10 * log10(pow(Self.passed(5000, mass: 100, open: 0.1), 2)) + 10) < 0.2)
        #expect(abs(Self.passed(5000, mass: 0, open: 0) - 1) < 0.01)
    }

    @Test("A room sounds on for its time, then is silent; it makes nothing louder", arguments: [Float(0.3), 1, 3])
    func room(_ time: Float) throws {
        var room = RainRoom(sampleRate: 48_000)
        var energies: [Double] = []
        var all: [Float] = []
        for quantum in 0..<Int(8 * 750) {
            var left = [Float](repeating: 0, count: 64), right = left
            if quantum == 0 { left[0] = 1 }
            StereoBlock.each(&left, &right) { block, _, _ in room.process(block, wet: quantum < 6000 ? 1 : 0, time: time) }
            all += left
            energies.append(left.reduce(0) { $0 + Double($1 * $1) } + right.reduce(0) { $0 + Double($1 * $1) })
        }
        // Schroeder's backward integral between -5 and -35 dB.
        var rest = energies
        for index in rest.indices.dropLast().reversed() { rest[index] += rest[index + 1] }
        let first = try #require(rest.firstIndex { $0 < rest[0] * pow(10, -0.5) })
        let last = try #require(rest.firstIndex { $0 < rest[0] * pow(10, -3.5) })
        let found = Double(last - first) * 64 / 48_000 * 2
        // The highs decay in half the time, so the total is somewhat shorter than the lows' 60 dB.
        #expect(found > 0.6 * Double(time) && found < 1.1 * Double(time), "\(found) s")
        let dry = try Self.loudness([.rainIntensity: 30, .rainLevel: -6])
        let wet = try Self.loudness([.rainIntensity: 30, .rainLevel: -6, .rainRoom: 0.6, .rainRoomTime: time])
        #expect(abs(wet - dry) < 1.5, "\(wet) against \(dry) LUFS")
    }

    /// One quantum of sines in both channels, at full scale together, passed through `process`; the left channel.
    private static func passed(_ quantum: Int, _ frequencies: [Double], through process: (StereoBlock) -> Void) -> [Float] {
        var left = [Float](repeating: 0, count: 64)
        for frame in left.indices {
            let turns = 2 * Double.pi * Double(quantum * 64 + frame) / 48_000
            for frequency in frequencies { left[frame] += Float(sin(turns * frequency)) / Float(frequencies.count) }
        }
        var right = left
        StereoBlock.each(&left, &right) { block, _, _ in process(block) }
        return left
    }

    /// 0 until quantum 900 and from 2400 on, 1 between, with glides of 20 ms.
    private static func thereAndBack(_ quantum: Int) -> Float {
        let way = quantum < 2400 ? quantum - 900 : 2415 - quantum
        return Float(min(max(way, 0), 15)) / 15
    }

    @Test(
        "A room that grows, shrinks, opens or closes makes neither a click nor a surge",
        arguments: [(Float(0.05)...10, Float(0.8)...0.8), (0.3...3, 0.8...0.8), (1...1, 0...0.8)])
    func roomChange(_ time: ClosedRange<Float>, _ wet: ClosedRange<Float>) {
        var room = RainRoom(sampleRate: 48_000)
        var sound: [Float] = []
        for quantum in 0..<3600 {
            let part = Self.thereAndBack(quantum)
            let wetNow = wet.lowerBound + (wet.upperBound - wet.lowerBound) * part
            let timeNow = time.lowerBound + (time.upperBound - time.lowerBound) * part
            sound += Self.passed(quantum, [90, 131, 210]) { room.process($0, wet: wetNow, time: timeNow) }
        }
        var roughest: Float = 0, largest: Float = 0
        for frame in 600 * 64..<sound.count - 2 {
            let ahead = sound[frame + 2] - sound[frame + 1], behind = sound[frame + 1] - sound[frame]
            roughest = max(roughest, abs(ahead - behind))
            largest = max(largest, abs(sound[frame]))
        }
        // A jump is rougher than 0.1; these low sines by themselves reach 0.0004.
        #expect(roughest < 0.006, "\(roughest)")
        #expect(largest < 1.4, "\(largest)")
    }

    @Test("A wall comes and goes within 20 ms, not at once")
    func wallChange() {
        var shelter = RainShelter(sampleRate: 48_000, instructionSet: .standard)
        var peaks: [Float] = []
        for quantum in 0..<3600 {
            let mass = 100 * Self.thereAndBack(quantum)
            let sound = Self.passed(quantum, [3000]) { shelter.process($0, mass: mass, open: 0) }
            peaks.append(sound.reduce(0) { max($0, abs($1)) })
        }
        for change in [850..<1000, 2350..<2500] {
            #expect(peaks[change].count { $0 > 0.1 && $0 < 0.9 } >= 10)
        }
        #expect(peaks[1000..<2350].allSatisfy { $0 < 0.02 } && peaks[2500...].allSatisfy { $0 > 0.99 })
    }

    @Test("Rain that begins behind a wall is heard through it from the first frame")
    func rainBehindWall() {
        var shelter = RainShelter(sampleRate: 48_000, instructionSet: .standard)
        shelter.rest(mass: 100, open: 0)
        let sound = Self.passed(0, [3000]) { shelter.process($0, mass: 100, open: 0) }
        #expect(sound.contains { $0 != 0 } && sound.allSatisfy { abs($0) < 0.03 })
    }
}
