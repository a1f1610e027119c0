// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange
import Sonification

/// Generates the timeline of the shared soundscape from those of the tracks. Control side, one owner.
struct SoundscapeConductor: ~Copyable {
    private var outbox: TimelineOutbox
    /// Each track's parameters, and whether it sounds.
    private var sets: [SynthParameters]
    private var sounds: [Bool]
    private var latest: SynthParameters?
    private let gridStep: Int64

    /// - Parameter sets: the initial parameters of each track. All tracks sound until they stop.
    init(sets: [SynthParameters], sampleRate: Int, producer: consuming EventQueueProducer<TimelineEntry>) {
        self.sets = sets
        sounds = sets.map { _ in true }
        gridStep = Int64(sampleRate / Sonifier.gridRate)
        outbox = TimelineOutbox(producer)
    }

    var horizon: Int64 { outbox.firstSample ?? .max }
    var overflowCount: Int { outbox.overflowCount }

    /// Queues the soundscape's entries that follow from those of the tracks.
    /// - Parameter sent: the entries sent to each track's engine part since the last call; all tracks are scheduled to the same
    ///   sample.
    mutating func advance(by sent: [[TimelineEntry]]) {
        let all = sent.enumerated().flatMap { part, entries in entries.map { (part: part, entry: $0) } }
        let order = all.indices.sorted { (all[$0].entry.sample, $0) < (all[$1].entry.sample, $1) }
        var rest = order[...]
        while let first = rest.first {
            let sample = all[first].entry.sample
            let end = rest.firstIndex { all[$0].entry.sample != sample } ?? rest.endIndex
            act(all, rest[..<end], at: sample)
            rest = rest[end...]
        }
        outbox.send()
    }

    /// Begins a new timeline; the engine discards the entries queued of the old one.
    /// - Parameter sets: the parameters of each track at its beginning.
    mutating func restart(with sets: [SynthParameters]) {
        outbox.waiting.removeAll()
        latest = nil
        self.sets = sets
    }

    /// Applies the entries of one sample: those of `order` in `all`.
    private mutating func act(_ all: [(part: Int, entry: TimelineEntry)], _ order: ArraySlice<Int>, at sample: Int64) {
        let before = sounds.contains(true)
        var isChanged = false
        var notes: [SynthEvent] = []
        var starts = false
        let generation = all[order[order.startIndex]].entry.generation
        for index in order {
            let part = all[index].part
            switch all[index].entry.payload {
            case .parameters(let set, _):
                sets[part] = set
                isChanged = true
            case .event(let event):
                switch event.kind {
                case .strike: if event.duckBy > 0, sounds[part] { notes.append(event) }
                case .start:
                    sounds[part] = true
                    starts = true
                case .stop: sounds[part] = false
                }
                isChanged = isChanged || event.kind != .strike
            case .volume: break
            }
        }
        func give(_ payload: TimelineEntry.Payload) {
            outbox.waiting.append(TimelineEntry(sample: sample, generation: generation, payload: payload))
        }
        let sounding = sounds.indices.filter { sounds[$0] }
        // A new timeline begins with a start, whatever the state before.
        if starts { give(.event(SynthEvent(kind: .start))) }
        if isChanged, let blend = SoundscapeBlend.blend(sets, of: sounding),
            !(latest.map { $0.equals(blend) } ?? false)
        {
            latest = blend
            give(.parameters(blend, glide: Int32(clamping: gridStep)))
        }
        for var note in notes {
            note.duckBy = SoundscapeBlend.duck(note.duckBy, among: sounding.count)
            give(.event(note))
        }
        if before, sounding.isEmpty { give(.event(SynthEvent(kind: .stop))) }
    }
}
