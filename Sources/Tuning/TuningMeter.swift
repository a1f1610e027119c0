// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis
import Transport

/// Measures levels and counts over the last half second of playback.
struct TuningMeter {
    private struct Reading {
        var instant: ContinuousClock.Instant
        var sample: Int64
        var drops: Int64
        var peak: SIMD2<Float>
        var power: SIMD2<Float>
    }

    private let track: PlayedTrack?
    private let sampleRate: Int
    private var readings: [Reading] = []

    init(track: PlayedTrack?, sampleRate: Int) {
        self.track = track
        self.sampleRate = sampleRate
    }

    mutating func moment(_ status: PlaybackStatus) -> TuningMoment {
        let telemetry = status.telemetry
        let now = ContinuousClock.now
        readings.removeAll { now - $0.instant > .milliseconds(500) }
        readings.append(
            Reading(
                instant: now, sample: telemetry.sample, drops: telemetry.fallenDrops,
                peak: SIMD2(telemetry.peakLeft, telemetry.peakRight), power: SIMD2(telemetry.powerLeft, telemetry.powerRight)))
        let first = readings[0]
        let frames = telemetry.sample - first.sample
        var peak = SIMD2<Float>(), power = SIMD2<Float>()
        for reading in readings {
            peak = pointwiseMax(peak, reading.peak)
            power += reading.power
        }
        power /= Float(readings.count)
        var elapsed: Double?, duration: Double?
        if case .recorded(let survey) = track {
            elapsed = status.time.map { min(max($0.seconds(since: survey.start), 0), survey.duration) }
            duration = survey.duration
        }
        return TuningMoment(
            status: status,
            dropsPerSecond: frames > 0 ? Double(telemetry.fallenDrops - first.drops) * Double(sampleRate) / Double(frames) : 0,
            elapsed: elapsed, duration: duration,
            peak: (Self.decibels(peak[0], 20), Self.decibels(peak[1], 20)),
            level: (Self.decibels(power[0], 10), Self.decibels(power[1], 10)))
    }

    private static func decibels(_ value: Float, _ factor: Double) -> Double {
        value > 0 ? max(-120, factor * DeterministicMath.log10(Double(value))) : -120
    }
}
