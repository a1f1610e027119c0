/// Which of the things that an input tells apart are followed, and how.
public enum TrackChoice: Hashable, Sendable {
    /// Each one by a tracker of its own.
    case apart
    /// All as if they were one.
    case together
    /// That one alone; nil: the fixes that say of none whose they are.
    case only(String?)
}

/// Passes on the fixes of one track alone; faults belong to all.
struct OneTrackReader: FixReader {
    private var reader: any FixReader
    private let track: String?

    init(_ reader: any FixReader, track: String?) {
        self.reader = reader
        self.track = track
    }

    var extraNames: [String] { reader.extraNames }
    var notes: [String] { reader.notes }

    mutating func next() throws(InputFault) -> ReaderItem? {
        while let item = try reader.next() {
            if case .fix(let fix) = item, fix.track != track { continue }
            return item
        }
        return nil
    }
}

extension InputFault {
    /// Of an input that was read to its end: none of its fixes, or of those that are followed, can be used.
    public static func noFix(in title: String, of choice: TrackChoice = .together) -> InputFault {
        if case .only(let id?) = choice {
            return InputFault(
                kind: .noFix, source: title, line: 0, message: "no usable fix of '\(id)'",
                remedy: "`amaoto track` without --only prints the ids")
        }
        return InputFault(
            kind: .noFix, source: title, line: 0, message: "there is no usable fix in it",
            remedy: "record or export the track again")
    }
}

extension TrackChoice {
    /// The reader's fixes that this choice leaves.
    public func chosen(of reader: any FixReader) -> any FixReader {
        if case .only(let track) = self { OneTrackReader(reader, track: track) } else { reader }
    }
}
