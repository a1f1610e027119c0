// SPDX-License-Identifier: MIT
// Updates of one track as bytes, in blocks that can be read independently: an update is encoded as its differences from the one
// before. In a gap most ticks take a single byte. The track of an update is stored elsewhere.

private struct UpdateParts: OptionSet {
    let rawValue: UInt8
    static let fix = UpdateParts(rawValue: 1)
    /// The time step differs from the previous one.
    static let step = UpdateParts(rawValue: 1 << 1)
    /// The update has other channels.
    static let layout = UpdateParts(rawValue: 1 << 2)
    static let values = UpdateParts(rawValue: 1 << 3)
    static let events = UpdateParts(rawValue: 1 << 4)
    static let doubtful = UpdateParts(rawValue: 1 << 5)
}

/// The state of a block up to an update, both while writing and while reading.
private struct UpdateContext {
    private struct Known {
        var value: ChannelValue?
        /// Whether the value is the time since the last fix.
        var isAge = false
    }

    var time: Int64 = 0
    var step: Int64 = 0
    /// The time of the last fix.
    var fixTime: Int64 = 0
    /// Names, categories and subjects, in order of first appearance.
    private(set) var words: [String] = []
    private var known: [Known] = []
    /// The channels, as indices of their words.
    var layout: [Int] = []

    private var age: Double { Double(time &- fixTime) / 1e9 }

    mutating func add(_ word: String) -> Int {
        words.append(word)
        known.append(Known())
        return words.count - 1
    }

    func isExpected(_ value: ChannelValue, of word: Int) -> Bool {
        switch (value, known[word].value) {
        case (.number(let new), .number(let old)?): new.bitPattern == (known[word].isAge ? age : old).bitPattern
        case (.category(let new), .category(let old)?): new.isSame(as: old)
        default: false
        }
    }

    func expected(_ word: Int) -> ChannelValue? { known[word].isAge ? .number(age) : known[word].value }

    mutating func learn(_ value: ChannelValue, of word: Int) {
        known[word] = Known(value: value, isAge: value.number.map { $0 == age && $0 != 0 } ?? false)
    }
}

extension String {
    /// Compares the bytes too, not only by Unicode equivalence.
    fileprivate func isSame(as other: String) -> Bool { self == other && utf8.count == other.utf8.count }
}

/// Writes a block.
struct UpdateWriter {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    private var context = UpdateContext()
    private var words: [String: Int] = [:]

    /// - Parameter other: the previous block, after whose last fix ticks may continue.
    init(after other: UpdateWriter? = nil) {
        context.fixTime = other?.context.fixTime ?? 0
        bytes.put(context.fixTime)
    }

    mutating func add(_ update: TrackerUpdate) {
        let head = bytes.count
        bytes.append(0)
        count += 1
        var parts: UpdateParts = []
        let step = update.time.nanoseconds &- context.time
        if step != context.step {
            parts.insert(.step)
            bytes.put(step)
        }
        context.step = step
        context.time = update.time.nanoseconds
        if let fix = update.fix {
            parts.insert(.fix)
            fix.write(to: &bytes)
            context.fixTime = context.time
        }
        if writeLayout(of: update.channels) { parts.insert(.layout) }
        if writeValues(of: update.channels) { parts.insert(.values) }
        if !update.events.isEmpty {
            parts.insert(.events)
            bytes.putCount(UInt64(update.events.count))
            for event in update.events {
                put(event.kind.rawValue)
                put(event.subject)
            }
        }
        if update.isDoubtful { parts.insert(.doubtful) }
        bytes[head] = parts.rawValue
    }

    private mutating func writeLayout(of channels: ChannelValues) -> Bool {
        let entries = channels.entries
        if entries.count == context.layout.count, zip(entries, context.layout).allSatisfy({ $0.name.isSame(as: context.words[$1]) }) {
            return false
        }
        bytes.putCount(UInt64(entries.count))
        context.layout = entries.map { put($0.name) }
        return true
    }

    /// Writes a bit for each value that differs from the expected one, then those values.
    private mutating func writeValues(of channels: ChannelValues) -> Bool {
        let mask = bytes.count
        var isAny = false
        for (index, entry) in channels.entries.enumerated() where !context.isExpected(entry.value, of: context.layout[index]) {
            if !isAny {
                isAny = true
                bytes += repeatElement(0, count: (context.layout.count + 7) / 8)
            }
            bytes[mask + index / 8] |= 1 << UInt8(index % 8)
            put(entry.value.category)
            if let number = entry.value.number { bytes.put(number) }
            context.learn(entry.value, of: context.layout[index])
        }
        return isAny
    }

    @discardableResult private mutating func put(_ word: String) -> Int {
        if let place = words[word], word.isSame(as: context.words[place]) {
            bytes.putCount(UInt64(place + 1))
            return place
        }
        let place = context.add(word)
        words[word] = place
        bytes.putCount(UInt64(place + 1))
        bytes.put(word)
        return place
    }

    private mutating func put(_ word: String?) {
        if let word { put(word) } else { bytes.putCount(0) }
    }
}

/// Reads a block.
struct UpdateReader: Sendable {
    private var record: RecordReader
    private var context = UpdateContext()

    init(_ bytes: [UInt8]) {
        record = RecordReader(bytes)
        context.fixTime = record.take(Int64.self)
    }

    /// The next update, or nil at the end of the block.
    mutating func next() -> TrackerUpdate? {
        guard !record.isAtEnd else { return nil }
        let parts = UpdateParts(rawValue: record.take(UInt8.self))
        if parts.contains(.step) { context.step = record.take(Int64.self) }
        context.time &+= context.step
        var update = TrackerUpdate(time: TrackTime(nanoseconds: context.time), fix: nil)
        if parts.contains(.fix) {
            update.fix = Fix(from: &record)
            context.fixTime = context.time
        }
        if parts.contains(.layout) { context.layout = (0..<record.takeCount()).compactMap { _ in takeWord() } }
        if parts.contains(.values) { readValues() }
        update.channels.reserve(context.layout.count)
        for word in context.layout { update.channels.append(context.words[word], context.expected(word)) }
        if parts.contains(.events) {
            for _ in 0..<record.takeCount() {
                let name = takeWord()
                let subject = takeWord().map { context.words[$0] }
                guard let kind = name.flatMap({ TrackEvent.Kind(rawValue: context.words[$0]) }) else { continue }
                update.events.append(TrackEvent(kind, subject: subject))
            }
        }
        update.isDoubtful = parts.contains(.doubtful)
        return update
    }

    private mutating func readValues() {
        let mask = (0..<(context.layout.count + 7) / 8).map { _ in record.take(UInt8.self) }
        for (index, word) in context.layout.enumerated() where mask[index / 8] >> UInt8(index % 8) & 1 == 1 {
            let value = takeWord().map { ChannelValue.category(context.words[$0]) } ?? .number(record.takeDouble())
            context.learn(value, of: word)
        }
    }

    private mutating func takeWord() -> Int? {
        let place = Int(record.takeCount()) - 1
        guard place >= 0 else { return nil }
        return place == context.words.count ? context.add(record.takeText()) : place
    }
}
