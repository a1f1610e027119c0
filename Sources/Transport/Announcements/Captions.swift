// SPDX-License-Identifier: MIT
import Railways
import Sonification
import Tracking

/// Captions of a ride's events as WebVTT. A cue begins with its event's strike or, for an event that must first be certain
/// (`AnnouncementHold`), when it is; an event without a sound in the preset has its cue when it occurs.
///
/// Cues never overlap: of several at once the most important comes first, and what has waited too long is dropped. At most one loss or
/// return of the fix has a cue per minute, and no return has one without its loss. Takes the state log's records, in order. Value type; one
/// owner.
public struct Captions: Sendable {
    /// One caption.
    public struct Cue: Equatable, Sendable {
        /// The first sample in playback time, and the one after the last.
        var start: Int64
        var end: Int64
        public var text: String

        /// True once its time is over: a file still has the caption, but speech would come too late.
        public func isOver(at sample: Int64) -> Bool { end <= sample }
    }

    private struct Waiting {
        var due: Int64
        /// The sample at which it occurred: its strike may have waited for that of a later, more important event.
        var occurred: Int64
        /// Nil for an event that only a preset names.
        var kind: TrackEvent.Kind?
        var track: String
        var text: String

        var importance: Int { kind?.importance ?? 0 }
        var isAboutFix: Bool { [.fixLost, .fixBack].contains(kind) }
        /// True if it says where the track is among the stations.
        var isAboutPlace: Bool { [.departed, .approaching, .arrived, .passed, .stoppedBetweenStations].contains(kind) }
        /// True if earlier cues about stations are then out of date: at the destination its own cue replaces that of the arrival.
        var saysWhere: Bool { isAboutPlace || kind == .destinationReached }

        /// The seconds for which it may wait for another cue to end.
        var patience: Double { importance > 4 ? 15 : importance > 2 ? 6 : 2 }
    }

    /// The least time in seconds between two cues about the fix.
    private static let fixInterval = 60.0

    private let announcer: Announcer
    private let sampleRate: Int
    private let level: AnnouncementLevel
    /// The sound's length in samples, which no cue exceeds; the largest number while it is unknown.
    private let length: Int64
    /// The held events of each track; the key is empty for the only one.
    private var holds: [String: AnnouncementHold] = [:]
    private var waiting: [Waiting] = []
    /// For each track, the sample at which the event of its last cue about stations occurred.
    private var lastPlaces: [String: Int64] = [:]
    /// The tracks whose lost fix had a cue, and its return has not.
    private var lost: Set<String> = []
    /// The sample from which the next cue may start, and the next one about the fix.
    private var free: Int64 = 0
    private var freeForFix: Int64 = 0
    private var now: Int64 = 0

    public init(_ announcer: Announcer, sampleRate: Int, level: AnnouncementLevel = .all, length: Int64 = .max) {
        self.announcer = announcer
        self.sampleRate = sampleRate
        self.level = level
        self.length = length
    }

    /// The cues that begin by the record's sample.
    public mutating func cues(in record: StateRecord) -> [Cue] {
        let track = record.track ?? ""
        now = max(now, record.sample)
        // Waiting cues about the fix are out of date.
        if record.allEvents.contains(where: { [.fixLost, .fixBack].contains($0.kind) }) {
            waiting.removeAll { $0.isAboutFix && $0.track == track }
        }
        enqueue(holds[track, default: AnnouncementHold()].take(record), of: track)
        return beginning(by: now)
    }

    /// The cues that begin by the sample that is being played: there are no records while nothing changes, but held events may become
    /// certain meanwhile.
    public mutating func cues(in status: PlaybackStatus) -> [Cue] {
        now = max(now, status.frames)
        let tracks = status.tracks.isEmpty ? status.update.map { [TrackStatus(update: $0)] } ?? [] : status.tracks
        for track in tracks {
            let name = track.name ?? "", seconds = AnnouncementHold.seconds(track.update.time)
            enqueue(holds[name]?.ripe(at: seconds, status.frames, isAccurate: false) ?? [], of: name)
        }
        return beginning(by: now)
    }

    /// Drops what is waiting: after a seek it is about another part of the ride.
    public mutating func forget() {
        waiting = []
        holds = [:]
        lastPlaces = [:]
        lost = []
    }

    private mutating func enqueue(_ events: [EventRecord], of track: String) {
        for event in events {
            guard level.includes(event.kind) else { continue }
            let words = announcer.words(of: event)
            let next = Waiting(
                due: event.onset, occurred: event.due, kind: event.kind, track: track,
                text: track.isEmpty ? words : "\(track): \(words)")
            if next.isAboutPlace, let last = lastPlaces[track], next.occurred < last { continue }
            waiting.append(next)
        }
    }

    private mutating func beginning(by sample: Int64) -> [Cue] {
        var cues: [Cue] = []
        // One that begins as the sound ends could not be read.
        while let cue = next(by: min(sample, length - samples(0.1))) { cues.append(cue) }
        return cues
    }

    /// The cues that are due at the end of the sound but still wait for others.
    public mutating func rest() -> [Cue] {
        waiting.removeAll { $0.due > now || $0.isAboutFix && freeForFix > now }
        return beginning(by: .max)
    }

    private mutating func next(by sample: Int64) -> Cue? {
        let free = free, rate = Double(sampleRate)
        for index in waiting.indices where waiting[index].isAboutFix { waiting[index].due = max(waiting[index].due, freeForFix) }
        waiting.removeAll { free > $0.due + Int64($0.patience * rate) }
        // The return would puzzle if the loss was dropped.
        let losses = lost.union(waiting.filter { $0.kind == .fixLost }.map(\.track))
        waiting.removeAll { $0.kind == .fixBack && !losses.contains($0.track) }
        // While another cue is shown, a more important one may still come.
        guard free <= sample, let first = waiting.map({ max($0.due, free) }).min(), first <= sample else { return nil }
        let index = waiting.indices.filter { waiting[$0].due <= first }.max { (waiting[$0].importance, $1) < (waiting[$1].importance, $0) }
        guard let index else { return nil }
        let chosen = waiting.remove(at: index)
        let cue = Cue(start: first, end: min(length, first + samples(Self.seconds(chosen.text))), text: chosen.text)
        self.free = cue.end
        // Cues about earlier stations are out of date.
        let track = chosen.track
        if chosen.saysWhere {
            waiting.removeAll { $0.isAboutPlace && $0.track == track && ($0.occurred, $0.due) < (chosen.occurred, chosen.due) }
            lastPlaces[track] = max(lastPlaces[track] ?? 0, chosen.occurred)
        }
        if chosen.isAboutFix {
            freeForFix = cue.start + samples(Self.fixInterval)
            if chosen.kind == .fixBack { lost.remove(track) } else { lost.insert(track) }
        }
        return cue
    }

    /// The time to read or speak a text.
    private static func seconds(_ text: String) -> Double { min(4, max(1.5, 1 + 0.06 * Double(text.count))) }

    private func samples(_ seconds: Double) -> Int64 { Int64(seconds * Double(sampleRate)) }

    /// A cue in WebVTT format, with a preceding blank line and without a final line break.
    public func text(_ cue: Cue) -> String { WebVTT.cue(from: cue.start, to: cue.end, sampleRate: sampleRate, cue.text) }
}
