// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis
import Tracking

/// An invented ride through everything that a preset maps: its main number stands, rises, holds and falls as a train's speed
/// does and sometimes jumps; all else changes independently, but off the train nothing of a ride is known, as in a tracker's
/// updates; events come every few seconds. For examining presets without a track.
///
/// The same preset, seed and length give the same ride.
public struct PresetRide: Sendable {
    /// The timeline, in time order.
    public private(set) var entries: [TimelineEntry] = []
    /// The state at every change and at every event.
    public private(set) var records: [StateRecord] = []
    public let frames: Int64

    private static let updatesPerSecond = 2

    public init(preset: Preset, seconds: Int, seed: UInt64, sampleRate: Int) {
        frames = Int64(seconds * sampleRate)
        var sonifier = Sonifier(preset: preset, sampleRate: sampleRate)
        var courses = KeyFact.facts(of: preset).enumerated().map { place, fact in
            RideCourse(fact, isMain: place == 0, seed: SplitMix64.first(of: seed &+ UInt64(place) &* 7919))
        }
        var random = SplitMix64(ride: seed)
        var nextEvent = 4.0
        let step = Int64(sampleRate / Self.updatesPerSecond)
        for index in 0..<seconds * Self.updatesPerSecond {
            let time = Double(index) / Double(Self.updatesPerSecond)
            var update = TrackerUpdate(time: TrackTime(nanoseconds: Int64(time * 1e9)), fix: nil)
            for place in courses.indices {
                if let value = courses[place].value(at: time) { update.channels[courses[place].fact.channel.name] = value }
            }
            if update.channels.isOffTrain {
                for fact in courses.map(\.fact) where fact.isOfRide { update.channels[fact.channel.name] = nil }
            }
            sonifier.receive(update, at: Int64(index) * step)
            if !preset.events.isEmpty, time >= nextEvent {
                sonifier.take(.rule(random.index(below: preset.events.count)), at: Int64(index) * step)
                nextEvent = time + 3 + 4 * random.unit()
            }
        }
        var entries: [TimelineEntry] = [], records: [StateRecord] = []
        sonifier.advance(to: frames, emit: { entries.append($0) }, record: { records.append($0) })
        self.entries = entries
        self.records = records
    }
}

/// The values of one fact during an invented ride.
private struct RideCourse {
    let fact: KeyFact
    private let isMain: Bool
    private var random: SplitMix64
    private var start = 0.0
    private var end = 0.0
    private var from = 0.0
    private var to = 0.0
    private var name: String?
    private var isRamp = false

    init(_ fact: KeyFact, isMain: Bool, seed: UInt64) {
        self.fact = fact
        self.isMain = isMain
        random = SplitMix64(ride: seed)
        (from, to) = (fact.low, fact.low)
        if isMain { end = 3 + 5 * random.unit() }
    }

    mutating func value(at time: Double) -> ChannelValue? {
        while time >= end { advance() }
        switch fact.kind {
        case .names: return name.map { .category($0) }
        case .numbers: return name.flatMap(PlainNumber.read).map { .number($0) }
        case .onOff: return .number(to)
        case .number: return .number(isRamp ? from + (to - from) * (time - start) / (end - start) : to)
        }
    }

    private mutating func advance() {
        start = end
        from = to
        switch fact.kind {
        case .names, .numbers:
            name = fact.names.isEmpty ? nil : fact.names[random.index(below: fact.names.count)]
            end = start + 7 + 8 * random.unit()
        case .onOff:
            // On for a fifth of the time.
            to = to == 0 && start > 0 && random.unit() < 0.6 ? 1 : 0
            end = start + (to == 1 ? 5 + 3 * random.unit() : 8 + 14 * random.unit())
        case .number:
            isRamp.toggle()
            if isRamp {
                let place = random.unit()
                // A third of the ways lead to a standstill; a quarter of all changes are jumps.
                to = isMain && from > fact.low && place < 0.35 ? fact.low : fact.low + (fact.high - fact.low) * random.unit()
                if random.unit() < 0.25 { isRamp = false }
                end = start + (isRamp ? 3 + 9 * random.unit() : 5 + 5 * random.unit())
            } else {
                end = start + 4 + 6 * random.unit()
            }
        }
    }
}

extension SplitMix64 {
    fileprivate static func first(of seed: UInt64) -> UInt64 {
        var words = SplitMix64(seed)
        return words.next()
    }

    /// Adjacent seeds start far apart. One word is skipped, so that each seed keeps the ride of earlier measurements.
    fileprivate init(ride seed: UInt64) {
        self.init(Self.first(of: seed))
        _ = next()
    }
}
