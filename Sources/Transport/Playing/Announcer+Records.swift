import Railways
import Sonification

extension Announcer {
    /// An event of the state log in words: a sentence of ours, else the preset's, else its name.
    public func words(of event: EventRecord) -> String {
        sentence(event.name, subject: event.subject, channels: event.channels) ?? event.say ?? event.name
    }

    /// As `words(of:)`, with whose it is where several tracks are heard: `bus 7: Lost the fix`.
    public func words(of event: EventRecord, in record: StateRecord) -> String {
        record.track.map { "\($0): \(words(of: event))" } ?? words(of: event)
    }
}
