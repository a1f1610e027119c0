// SPDX-License-Identifier: MIT
import Tracking

/// Motion, plus the railway channels and events of a script, by the second of the track.
struct ScriptedTracker: Tracker {
    struct Entry: Sendable {
        var events: [TrackEvent] = []
        /// Hold from this second on.
        var channels: [(String, ChannelValue)] = []
    }

    private var motion: MotionTracker
    private let script: [Int: Entry]
    private var known: [(String, ChannelValue)] = []

    static func maker(_ script: [Int: Entry]) -> TrackerMaker {
        { ScriptedTracker(motion: MotionTracker(extraNames: $0), script: script) }
    }

    private init(motion: MotionTracker, script: [Int: Entry]) {
        self.motion = motion
        self.script = script
    }

    mutating func step(to fix: Fix) -> TrackerStep {
        let before = motion
        let step = motion.step(to: fix)
        var update = step.update
        let second = Int(Made.seconds(update.time).rounded())
        if let entry = script[second] {
            update.events += entry.events
            known = known.filter { held in !entry.channels.contains { $0.0 == held.0 } } + entry.channels
        }
        for (name, value) in known { update.channels[name] = value }
        return TrackerStep(update: update, tickCount: step.tickCount, before: before)
    }

    var lastTime: TrackTime? { motion.lastTime }
    var gapAfter: Double { motion.gapAfter }
    var estimate: any TrackerEstimate { motion }
}
