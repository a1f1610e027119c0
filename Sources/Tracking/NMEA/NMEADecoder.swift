// SPDX-License-Identifier: MIT
import DequeModule
import PlainText

/// Turns NMEA 0183 sentences and SiRF's binary navigation messages into fixes: one fix for all sentences with the same time
/// field.
///
/// Bytes are pushed in as they arrive from a file or a serial line; items are pulled out with `next`. RMC, GGA, GLL, GNS, VTG,
/// GSA, GST and ZDA are decoded, from every talker; all others, including AIS and proprietary sentences, are skipped.
///
/// **An epoch ends** when a position, or a report that there is none, comes with another time (10 ms or more away). A receiver
/// mostly ends its epochs with the same sentence. With `isLive` an epoch is returned as soon as the sentence that ended the last
/// ones has arrived, or when `fallSilent` reports that the line is silent.
///
/// **A position is valid** if RMC has status A or D, GGA a quality above 0, GLL status A, or GNS a mode other than N; a mode
/// indicator N revokes it. Of contradicting sentences the last counts, as in gpsd. After the first fix, an epoch that reports no
/// fix becomes a fix with `isNoFix`.
///
/// **Dates** come from valid RMC and from ZDA (`ReceiverCalendar`). Epochs before the first date wait for it and are dated from
/// it; if none comes, days count from 1970-01-01. One owner; not for several threads at once.
public struct NMEADecoder {
    /// The maximum number of epochs that wait for a date.
    private static let mostWaiting = 4096
    private static let mostWaitingLive = 4
    /// The bytes without a sentence after which a live line is reported as unreadable: a few seconds of a receiver.
    private static let mostBefore = 2048
    /// Two times closer than this are the same, in nanoseconds.
    private static let sameTime: Int64 = 10_000_000

    /// The names of the numbers in each fix's `extras`.
    static let extraNames = NMEAEpoch.extraNames

    let source: String
    private let isLive: Bool
    private var frames = ReceiverFrames()
    private var items = Deque<ReaderItem>()
    var calendar = ReceiverCalendar()
    var siRF = SiRFSource()
    private var epoch: NMEAEpoch?
    private var isEpochEmitted = false
    /// The epoch before a repeated GGA, which is from another talker, or the first sentence at that time of a later day.
    private var beforeRepeat: NMEAEpoch?
    private var waiting: [NMEAEpoch] = []
    /// The number of dimensions of the last epoch: 2 or 3.
    var usualDimensions = 2
    /// Whether a valid sentence or SiRF message has arrived.
    private var hasSentence = false
    /// The bytes without a sentence that may still arrive before the line is reported as unreadable.
    private var bytesUntilReport = Self.mostBefore
    /// The sentences that ended the last two epochs.
    private var lastFormatters: (String, String) = ("", "")
    private var lastFormatter = ""
    /// Whether a fix has been returned.
    private(set) var hasFix = false
    /// The number of epochs in which the receiver reported that it has no fix.
    private(set) var noFixes = 0
    /// The number of valid sentences and messages, decoded or skipped.
    private(set) var goodCount = 0
    /// The number of u-blox messages among them, whose positions are not decoded, and of AIS messages.
    private(set) var binaryCount = 0, aisCount = 0

    /// - Parameters:
    ///   - source: the name of the input in messages.
    ///   - isLive: return each epoch as soon as its last sentence has arrived, rather than when the next begins.
    ///   - keepsDates: do not correct the dates of a receiver whose week counter has rolled over.
    public init(source: String, isLive: Bool, keepsDates: Bool = false) {
        self.source = source
        self.isLive = isLive
        calendar.correctsRollover = !keepsDates
    }

    /// Takes bytes, split at any position.
    public mutating func take(_ bytes: some Sequence<UInt8>) {
        guard isLive, !hasSentence, bytesUntilReport > 0 else { return split(bytes) }
        let bytes = Array(bytes)
        split(bytes.prefix(bytesUntilReport))
        let rest = bytes.dropFirst(bytesUntilReport)
        bytesUntilReport -= bytes.count - rest.count
        if bytesUntilReport == 0, !hasSentence { reportUnreadable() }
        split(rest)
    }

    private mutating func split(_ bytes: some Sequence<UInt8>) {
        frames.append(bytes)
        while let frame = frames.next(isEnd: false) { take(frame) }
    }

    /// Reports a live line without sentences: since it does not end, a wrong rate or another device would never be noticed.
    private mutating func reportUnreadable() {
        items.append(
            .fault(
                InputFault(
                    kind: .noise, source: source, line: 0, message: "no sentence in the first \(Self.mostBefore) bytes",
                    remedy: "check that it sends NMEA 0183, and a serial line's rate (-b)")))
    }

    /// Ends the input: incomplete data is decoded as it is.
    public mutating func end() {
        while let frame = frames.next(isEnd: true) { take(frame) }
        endSiRF()
        close()
        epoch = nil
        emitUndated()
    }

    /// Whether the current epoch could be emitted now.
    var isWaiting: Bool { epoch?.isFix != nil && !isEpochEmitted }

    /// Returns the current epoch after a live line has fallen silent, if the epoch reports a position or the lack of one. Later
    /// sentences with the same time still belong to it, but it is not returned again.
    public mutating func fallSilent() { close() }

    /// The next item that is ready.
    public mutating func next() -> ReaderItem? { items.popFirst() }

    /// Notes to report once for the entire input.
    var notes: [String] { calendar.note.map { ["\(source): \($0)"] } ?? [] }

    // MARK: Frames

    private mutating func take(_ frame: ReceiverFrames.Frame) {
        switch frame.kind {
        case .noise(let count):
            // A capture that begins in the middle of a sentence is not a fault.
            guard hasSentence else { return }
            fault(.noise, frame.line, nil, "\(CountText.of(count, "byte")) outside any sentence")
        case .comment: takeComment(frame.bytes)
        case .ublox:
            goodCount += 1
            binaryCount += 1
        case .siRF:
            goodCount += 1
            hasSentence = true
            takeSiRF(Array(frame.bytes))
        case .sentence(let isCut):
            guard let sentence = NMEASentence(frame.bytes) else {
                if hasSentence { fault(.malformed, frame.line, 1, "a sentence without an address") }
                return
            }
            if case .wrong(let stated, let computed) = sentence.checksum {
                fault(
                    .checksum, frame.line, 1,
                    "\(sentence.formatter) with the checksum \(NMEASentence.text(of: stated)) instead of \(NMEASentence.text(of: computed))"
                )
                return
            }
            if sentence.checksum == .absent, isCut {
                fault(.malformed, frame.line, 1, "\(sentence.formatter) is truncated")
                return
            }
            hasSentence = true
            goodCount += 1
            if frame.bytes.first == 0x21 { aisCount += 1 }
            if !sentence.isForeign { read(sentence, line: frame.line) }
        }
    }

    // MARK: Epochs

    /// Begins the epoch of a sentence with a time, unless it has already begun.
    /// - Parameter date: the day in the sentence, in days since 1970, which separates reports of the same time on different days.
    mutating func begin(_ timeOfDay: Int64?, on date: Int? = nil) {
        let isSameTime = timeOfDay.map(isNow) ?? false
        if isSameTime, let epoch, date == nil || date == epoch.date ?? date {
            self.epoch?.takeUntimed(isSure: true)
            return
        }
        if isSameTime, let earlier = beforeRepeat.take(), var later = epoch {
            epoch = earlier
            close()
            (later.day, later.date, later.speed, later.course, later.hasMotion) = (nil, nil, nil, nil, false)
            (epoch, isEpochEmitted) = (later, false)
            return
        }
        beforeRepeat = nil
        if epoch != nil {
            lastFormatters = (lastFormatters.1, lastFormatter)
            close()
        }
        epoch = NMEAEpoch(timeOfDay: timeOfDay)
        isEpochEmitted = false
    }

    /// Saves the epoch before a GGA that may be the second one of a dated epoch.
    mutating func prepareForGGA(_ timeOfDay: Int64?) {
        guard let timeOfDay, isNow(timeOfDay), !isEpochEmitted, let epoch, epoch.date != nil, epoch.quality != nil else { return }
        beforeRepeat = beforeRepeat ?? epoch
    }

    private func isNow(_ timeOfDay: Int64) -> Bool {
        epoch?.timeOfDay.map { abs($0 - timeOfDay) < Self.sameTime } ?? false
    }

    /// Changes the epoch of this time; does nothing if there is none.
    mutating func update(_ timeOfDay: Int64?, _ body: (inout NMEAEpoch) -> Void) {
        guard var changed = epoch else { return }
        if let timeOfDay, let known = changed.timeOfDay, abs(known - timeOfDay) >= Self.sameTime { return }
        body(&changed)
        epoch = changed
    }

    var hasEpoch: Bool { epoch != nil }

    /// Whether a sentence of this time has reported a fix.
    func isFix(at timeOfDay: Int64) -> Bool { isNow(timeOfDay) && epoch?.isFix == true }

    /// Whether the receiver currently reports a fix.
    var reportsFix: Bool { epoch?.isFix == true }

    /// Checks after each sentence whether it was the last of its epoch.
    mutating func sentenceEnded(_ formatter: String) {
        lastFormatter = formatter
        guard isLive, epoch != nil, !isEpochEmitted else { return }
        if formatter == lastFormatters.0, formatter == lastFormatters.1 || epoch?.timeOfDay == nil { close() }
    }

    private mutating func close() {
        guard var closed = epoch, !isEpochEmitted else { return }
        closed.takeUntimed(isSure: false)
        epoch = closed
        guard closed.isFix != nil else { return }
        isEpochEmitted = true
        if closed.isFix == true {
            usualDimensions = closed.dimensions ?? usualDimensions
        } else {
            noFixes += 1
        }
        guard closed.timeOfDay != nil else {
            emit(closed.fix(at: nil, usualDimensions: usualDimensions))
            return
        }
        if closed.day == nil, calendar.day == nil {
            guard closed.isFix == true else { return }
            waiting.append(closed)
            if waiting.count >= (isLive ? Self.mostWaitingLive : Self.mostWaiting) { emitUndated() }
            return
        }
        emitWaiting(before: closed)
        emit(closed)
    }

    private mutating func emit(_ epoch: NMEAEpoch) {
        guard let timeOfDay = epoch.timeOfDay else { return }
        let time = calendar.time(timeOfDay, on: epoch.day)
        emit(epoch.fix(at: time, usualDimensions: usualDimensions))
    }

    /// Without a date, counts the days from 1970-01-01 until one comes.
    private mutating func emitUndated() {
        guard !waiting.isEmpty else { return }
        calendar.assume()
        for epoch in waiting { emit(epoch) }
        waiting.removeAll()
    }

    /// Dates the epochs that came before the first date, backwards from it.
    private mutating func emitWaiting(before epoch: NMEAEpoch) {
        guard !waiting.isEmpty, let end = epoch.timeOfDay, let day = epoch.day ?? calendar.day(of: end) else { return }
        var date = day
        var later = end
        var dated: [NMEAEpoch] = []
        for var early in waiting.reversed() {
            guard let time = early.timeOfDay else { continue }
            // A time half a day or more after the later one belongs to the evening before.
            if time - later > TrackTime.nanosecondsPerDay / 2 { date -= 1 }
            early.day = date
            later = time
            dated.append(early)
        }
        waiting.removeAll()
        for early in dated.reversed() { emit(early) }
    }

    mutating func emit(_ fix: Fix) {
        if fix.isNoFix {
            // Before the first fix nothing can be lost, and the receiver's clock may be wrong.
            guard hasFix, fix.time != nil else { return }
        } else {
            hasFix = true
        }
        items.append(.fix(fix))
    }

    mutating func countNoFix() { noFixes += 1 }

    mutating func fault(_ kind: InputFault.Kind, _ line: Int, _ column: Int?, _ message: String) {
        let fault = InputFault(kind: kind, source: source, line: line, column: column, message: message, remedy: "skipped")
        items.append(.fault(fault))
    }
}
