// SPDX-License-Identifier: MIT
import Railways
import Sonification
import Tracking

extension Announcer {
    /// The text for an event in the state log: the announcer's own sentence, else the preset's, else the event's name.
    public func words(of event: EventRecord) -> String {
        TrackEvent(name: event.name, subject: event.subject).map { sentence($0, channels: event.channels) } ?? event.say ?? event.name
    }

    /// The text for an event, prefixed with the track's name if several tracks are played: `bus 7: Lost the fix`.
    public func words(of event: EventRecord, in record: StateRecord) -> String {
        record.track.map { "\($0): \(words(of: event))" } ?? words(of: event)
    }
}
