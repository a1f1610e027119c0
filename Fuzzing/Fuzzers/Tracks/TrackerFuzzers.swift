// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis

@testable import Railways
@testable import Sonification
@testable import Tracking

extension Fuzzer {
    /// Arbitrary fixes into the motion tracker.
    static let motion = Fuzzer("motion", longest: 2048) { bytes in
        var input = FuzzBytes(bytes)
        follow(&input, MotionTracker.maker(["heart", "grade"]), columns: 2) { _, _ in }
    }

    /// The same over the shipped railways.
    static let ride = Fuzzer("ride", longest: 2048, prepare: { _ = (bold, cautious) }) { bytes in
        var input = FuzzBytes(bytes)
        follow(&input, (input.flag() ? cautious : bold)([]), columns: 0) { _, _ in }
    }

    /// The same as far as the rain: a shipped preset's parameters and events.
    static let sonifier = Fuzzer("sonifier", longest: 2048, prepare: { _ = (bold, presets) }) { bytes in
        var input = FuzzBytes(bytes)
        var preset = input.choice(presets)
        let rate = input.choice(EngineConfiguration.sampleRates)
        var sonifier = Sonifier(preset: preset, sampleRate: rate)
        var witness = SonifierProperties.Witness()
        witness.check(sonifier.parameters)
        var sample: Int64 = 0
        let maker = input.flag() ? bold : MotionTracker.maker
        follow(&input, maker(["heart"]), columns: 1) { input, update in
            switch input.byte() {
            case 0: sample = input.integer()
            case 1: sample = sample &+ input.integer(Int64.self) >> 16
            case 2:
                preset = input.choice(presets)
                sonifier.use(preset)
            case 3:
                sonifier.restart(at: sample, generation: input.integer())
                // New entries may be earlier than previous ones.
                witness = SonifierProperties.Witness()
            case 4: sonifier.strike(rule: input.below(8))
            case let step: sample = sample &+ Int64(step) * 64
            }
            sonifier.receive(update, at: sample)
            // One minute at a time: a preset that always moves would fill an hour.
            let end = min(sample, sonifier.clock &+ Int64(60 * rate))
            var told = 0
            sonifier.advance(
                to: end, emit: { witness.check($0) },
                record: { record in
                    told += 1
                    if told < 3 { SonifierProperties.check(record) }
                })
        }
    }

    private static let presets = PresetLibrary(folders: []).names.compactMap { try? PresetLibrary(folders: []).load($0) }

    private static let bold = RideTracker.maker(map: tokyo, destination: ["JR-East.Yamanote.Shibuya"])
    private static let cautious = RideTracker.maker(map: tokyo, line: "JR-East.Yamanote", onlyInside: true)
    private static let tokyo = try? RailwayLibrary.greaterTokyo().map

    /// Follows up to 64 fixes. Of a gap's ticks it follows the first ones and those up to a limit.
    private static func follow(
        _ input: inout FuzzBytes, _ made: any Tracker, columns: Int, _ body: (inout FuzzBytes, TrackerUpdate) -> Void
    ) {
        var tracker = made
        var last = Fix()
        var count = 0
        while !input.isEmpty, count < 64 {
            count += 1
            let fix = input.fix(after: last, columns: columns)
            let step = tracker.step(to: fix)
            expect(step.tickCount >= 0 && step.tickCount <= 36_000, "\(step.tickCount) ticks")
            for update in step.prefix(3).filter(\.estimated) + [step.update] {
                UpdateProperties.check(update)
                body(&input, update)
            }
            // A distant fix is not a useful predecessor of the next one.
            last = fix
            if let latitude = fix.latitude, let longitude = fix.longitude, !(latitude.magnitude <= 90 && longitude.magnitude <= 180) {
                (last.latitude, last.longitude) = (nil, nil)
            }
        }
    }
}
