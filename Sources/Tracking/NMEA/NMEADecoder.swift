/// Turns NMEA 0183 sentences, and SiRF's binary navigation messages, into fixes: one for all sentences of one time field.
///
/// Bytes are pushed in as they come, from a file or a serial line; items are taken out with `next`. RMC, GGA, GLL, GNS, VTG,
/// GSA, GST and ZDA are read, from every talker; all others, AIS and makers' own sentences are passed over.
///
/// **An epoch ends** when a position, or the word that there is none, comes with another time (10 ms apart or more). A receiver
/// mostly ends its epochs with the same sentence; with `isLive` an epoch is given as soon as the sentence has come that ended
/// the last ones, or `fallSilent` says that the line has fallen silent.
///
/// **Valid** is what says so: RMC status A or D, GGA quality above 0, GLL A, GNS with a mode other than N; a mode indicator N
/// takes it back. Of contradicting sentences the last counts, as in gpsd. An epoch that says that there is no fix becomes a fix
/// with `isNoFix`, once there has been one.
///
/// **Dates** come from valid RMC and from ZDA (`ReceiverCalendar`); epochs before the first date wait for it and get theirs
/// from it; where none comes, the days count from 1970-01-01. One owner; not for several threads at once.
public struct NMEADecoder {
    /// Epochs that wait for a date, at most.
    private static let mostWaiting = 4096
    private static let mostWaitingLive = 4
    /// Two times this near are the same, in nanoseconds.
    private static let sameTime: Int64 = 10_000_000

    /// Names of the numbers in each fix's `extras`.
    public static let extraNames = NMEAEpoch.extraNames

    let source: String
    private let isLive: Bool
    private var frames = ReceiverFrames()
    private var items: [ReaderItem] = []
    private var itemPlace = 0
    var calendar = ReceiverCalendar()
    var siRF = SiRFSource()
    private var epoch: NMEAEpoch?
    private var epochIsGiven = false
    private var waiting: [NMEAEpoch] = []
    /// What the last epoch had: 2 or 3.
    var usualDimensions = 2
    private var hasGood = false
    /// The sentences that ended the last two epochs, and the one that came last.
    private var enders: (String, String) = ("", "")
    private var lastFormatter = ""
    /// Whether a fix has been given.
    private(set) var hasFix = false
    /// Epochs in which the receiver said that it has no fix.
    public private(set) var noFixes = 0
    /// Sentences and messages that were read or rightly passed over.
    public private(set) var goodCount = 0
    /// u-blox messages among them, which hold positions that are not read here.
    private(set) var binaryCount = 0

    /// - Parameters:
    ///   - source: what messages call the input.
    ///   - isLive: give each epoch as soon as its last sentence is there, rather than when the next begins.
    ///   - keepsDates: leave the dates of a receiver whose week counter has run over as they are.
    public init(source: String, isLive: Bool = false, keepsDates: Bool = false) {
        self.source = source
        self.isLive = isLive
        calendar.mendsRollover = !keepsDates
    }

    /// Takes bytes in, cut anywhere.
    public mutating func take(_ bytes: some Sequence<UInt8>) {
        frames.append(bytes)
        while let frame = frames.next(isEnd: false) { take(frame) }
    }

    /// Takes the end of the input: what is incomplete is judged as it stands.
    public mutating func end() {
        while let frame = frames.next(isEnd: true) { take(frame) }
        endSiRF()
        close()
        epoch = nil
        giveUndated()
    }

    /// Whether an epoch has begun that could be given.
    var isWaiting: Bool { epoch?.isFix != nil && !epochIsGiven }

    /// Gives the epoch that has begun, where it says of a position that there is one or none: a live line has fallen silent. What still
    /// comes of the same time belongs to it, and is not given again.
    public mutating func fallSilent() { close() }

    /// The next item that is ready.
    public mutating func next() -> ReaderItem? {
        guard itemPlace < items.count else { return nil }
        itemPlace += 1
        let item = items[itemPlace - 1]
        if itemPlace == items.count {
            items.removeAll(keepingCapacity: true)
            itemPlace = 0
        }
        return item
    }

    /// What is to be said once of the whole input.
    public var notes: [String] {
        var notes: [String] = []
        if let note = calendar.note { notes.append("\(source): \(note)") }
        return notes
    }

    // MARK: Frames

    private mutating func take(_ frame: ReceiverFrames.Frame) {
        switch frame.kind {
        case .noise(let count):
            // A capture that begins in the middle of a sentence is nothing to complain of.
            guard hasGood else { return }
            fault(.noise, frame.line, nil, "\(count) byte\(count == 1 ? "" : "s") that belong to no sentence")
        case .comment: takeComment(frame.bytes)
        case .ublox:
            goodCount += 1
            binaryCount += 1
        case .siRF:
            goodCount += 1
            hasGood = true
            takeSiRF(Array(frame.bytes))
        case .sentence(let isCut):
            guard let sentence = NMEASentence(frame.bytes) else {
                if hasGood { fault(.malformed, frame.line, 1, "a sentence without an address") }
                return
            }
            if case .wrong(let said, let counted) = sentence.checksum {
                fault(
                    .checksum, frame.line, 1,
                    "\(sentence.formatter) with the checksum \(Self.hexadecimal(said)) where \(Self.hexadecimal(counted)) is right")
                return
            }
            if sentence.checksum == .absent, isCut {
                fault(.malformed, frame.line, 1, "\(sentence.formatter) breaks off")
                return
            }
            hasGood = true
            goodCount += 1
            if !sentence.isForeign { read(sentence, line: frame.line) }
        }
    }

    // MARK: Epochs

    /// The epoch that a sentence with a time belongs to, begun if need be.
    mutating func begin(_ timeOfDay: Int64?) {
        if let epoch, let timeOfDay, let known = epoch.timeOfDay, abs(known - timeOfDay) < Self.sameTime {
            self.epoch?.takeUntimed(isSure: true)
            return
        }
        if epoch != nil {
            enders = (enders.1, lastFormatter)
            close()
        }
        epoch = NMEAEpoch(timeOfDay: timeOfDay)
        epochIsGiven = false
    }

    /// Changes the epoch of this time; nothing without one.
    mutating func update(_ timeOfDay: Int64?, _ body: (inout NMEAEpoch) -> Void) {
        guard var changed = epoch else { return }
        if let timeOfDay, let known = changed.timeOfDay, abs(known - timeOfDay) >= Self.sameTime { return }
        body(&changed)
        epoch = changed
    }

    var hasEpoch: Bool { epoch != nil }

    /// Whether a sentence of this time has said that there is a fix.
    func isFix(at timeOfDay: Int64) -> Bool {
        guard let epoch, let known = epoch.timeOfDay else { return false }
        return abs(known - timeOfDay) < Self.sameTime && epoch.isFix == true
    }

    /// Whether the receiver says at the moment that it has a fix.
    var saysFix: Bool { epoch?.isFix == true }

    /// After each sentence: whether it was the last of its epoch.
    mutating func sentenceEnded(_ formatter: String) {
        lastFormatter = formatter
        guard isLive, epoch != nil, !epochIsGiven else { return }
        if formatter == enders.0, formatter == enders.1 || epoch?.timeOfDay == nil { close() }
    }

    private mutating func close() {
        guard var closed = epoch, !epochIsGiven else { return }
        closed.takeUntimed(isSure: false)
        epoch = closed
        guard closed.isFix != nil else { return }
        epochIsGiven = true
        if closed.isFix == true {
            usualDimensions = closed.dimensions ?? usualDimensions
        } else {
            noFixes += 1
        }
        guard closed.timeOfDay != nil else {
            give(closed.fix(at: nil, usualDimensions: usualDimensions))
            return
        }
        if closed.day == nil, calendar.day == nil {
            guard closed.isFix == true else { return }
            waiting.append(closed)
            if waiting.count >= (isLive ? Self.mostWaitingLive : Self.mostWaiting) { giveUndated() }
            return
        }
        giveWaiting(before: closed)
        give(closed)
    }

    private mutating func give(_ epoch: NMEAEpoch) {
        guard let timeOfDay = epoch.timeOfDay else { return }
        let time = calendar.time(timeOfDay, on: epoch.day)
        give(epoch.fix(at: time, usualDimensions: usualDimensions))
    }

    /// No date has come: the days are counted from 1970-01-01, until one comes.
    private mutating func giveUndated() {
        guard !waiting.isEmpty else { return }
        calendar.assume()
        for epoch in waiting { give(epoch) }
        waiting.removeAll()
    }

    /// Dates the epochs that came before the first date, backwards from it.
    private mutating func giveWaiting(before epoch: NMEAEpoch) {
        guard !waiting.isEmpty, let end = epoch.timeOfDay, let day = epoch.day ?? calendar.day(of: end) else { return }
        var date = day
        var later = end
        var dated: [NMEAEpoch] = []
        for var early in waiting.reversed() {
            guard let time = early.timeOfDay else { continue }
            // A time half a day and more after the later one is the evening before.
            if time - later > ReceiverCalendar.nanosecondsOfDay / 2 { date -= 1 }
            early.day = date
            later = time
            dated.append(early)
        }
        waiting.removeAll()
        for early in dated.reversed() { give(early) }
    }

    mutating func give(_ fix: Fix) {
        if fix.isNoFix {
            // Before the first fix there is nothing to lose, and the receiver's clock may say anything.
            guard hasFix, fix.time != nil else { return }
        } else {
            hasFix = true
        }
        items.append(.fix(fix))
    }

    mutating func countNoFix() { noFixes += 1 }

    mutating func fault(_ kind: InputFault.Kind, _ line: Int, _ column: Int?, _ message: String) {
        items.append(
            .fault(
                InputFault(
                    kind: kind, source: source, line: line, column: column, message: message, remedy: "skipped")))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }
}
