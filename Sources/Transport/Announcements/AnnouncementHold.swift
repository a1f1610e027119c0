// SPDX-License-Identifier: MIT
import Sonification
import Tracking

/// Holds back the events of one track until they are certain, so that no announcement is contradicted by the next. Value type; one owner.
///
/// A station counts as passed when no arrival follows; a departure waits for an accurate position; a lost fix is announced only if it stays
/// lost, and its return only if the loss was announced. At the destination, the arrival is not announced as well.
struct AnnouncementHold {
    private struct Held {
        var event: EventRecord
        var kind: TrackEvent.Kind
        /// Track seconds at which it may be announced, and after which it is out of date.
        var due: Double
        var last: Double
    }

    /// Track seconds that an event waits.
    private static let patience: [TrackEvent.Kind: Double] = [.passed: 30, .fixLost: 10]
    /// Metres within which a position is accurate enough for a departure, and the track seconds that it may take to become so.
    private static let accuracy = 100.0
    private static let longestWait = 60.0

    private var held: [Held] = []
    private var isLossAnnounced = false
    /// The destination whose announcement replaces that of the arrival there, until the train departs.
    private var reached: String?

    /// Returns the events that may be announced now: new ones that need no wait, and held ones that were not contradicted.
    mutating func take(_ record: StateRecord) -> [EventRecord] {
        let now = record.time.map(Self.seconds) ?? 0
        var announced: [EventRecord] = []
        if let arrival = record.allEvents.last(where: { $0.kind == .destinationReached }) { reached = arrival.subject }
        for event in record.allEvents {
            // An event that only a preset names needs no wait.
            guard let kind = event.kind else {
                announced.append(event)
                continue
            }
            if kind == .fixBack, let loss = lossThatLasted(in: record, at: now) { announced.append(loss) }
            contradict(kind, event.subject)
            if kind == .arrived, event.subject == reached { continue }
            if kind == .departed { reached = nil }
            if let event = admit(event, kind, at: now) { announced.append(event) }
        }
        return announced + ripe(at: now, record.sample, isAccurate: Self.isAccurate(record.channels))
    }

    /// Returns the held events that were not contradicted and may be announced by a moment, and drops those that are out of date.
    /// - Parameters:
    ///   - now: Track seconds.
    ///   - sample: The sample at which they are announced.
    ///   - isAccurate: Whether the position is accurate enough for a departure.
    mutating func ripe(at now: Double, _ sample: Int64, isAccurate: Bool) -> [EventRecord] {
        var announced: [EventRecord] = []
        var rest: [Held] = []
        for item in held {
            if item.due <= now, now <= item.last, item.kind != .departed || isAccurate {
                var event = item.event
                event.onset = max(event.onset, sample)
                event.due = event.onset
                announced.append(event)
                if item.kind == .fixLost { isLossAnnounced = true }
            } else if now <= item.last, item.due > now || item.kind == .departed {
                rest.append(item)
            }
        }
        held = rest
        return announced
    }

    /// Returns a lost fix that came due before it came back: there are no records while nothing changes, so this is the first since.
    private mutating func lossThatLasted(in record: StateRecord, at now: Double) -> EventRecord? {
        guard let index = held.firstIndex(where: { $0.kind == .fixLost && $0.due <= now }) else { return nil }
        let item = held.remove(at: index), wait = Self.patience[.fixLost, default: 0]
        var loss = item.event
        // Between the loss and now, sound and track went on together.
        let share = wait / (now - item.due + wait)
        loss.onset += Int64(Double(max(0, record.sample - loss.onset)) * share)
        isLossAnnounced = true
        return loss
    }

    static func seconds(_ time: TrackTime) -> Double { time.seconds(since: TrackTime(nanoseconds: 0)) }

    /// Drops the held events that a new one makes untrue or pointless.
    private mutating func contradict(_ kind: TrackEvent.Kind, _ subject: String?) {
        held.removeAll { item in
            switch (item.kind, kind) {
            case (.passed, .arrived): item.event.subject == subject
            case (.departed, .arrived), (.departed, .offTrain), (.fixLost, .fixBack): true
            default: false
            }
        }
    }

    /// Returns the event if it needs no wait; otherwise holds it.
    private mutating func admit(_ event: EventRecord, _ kind: TrackEvent.Kind, at now: Double) -> EventRecord? {
        if kind == .fixBack {
            defer { isLossAnnounced = false }
            return isLossAnnounced ? event : nil
        }
        if kind == .departed, !Self.isAccurate(event.channels) {
            held.append(Held(event: event, kind: kind, due: now, last: now + Self.longestWait))
            return nil
        }
        guard let wait = Self.patience[kind] else { return event }
        held.append(Held(event: event, kind: kind, due: now + wait, last: .infinity))
        return nil
    }

    private static func isAccurate(_ channels: ChannelValues) -> Bool { (channels[.accuracy]?.number ?? 0) <= accuracy }
}
