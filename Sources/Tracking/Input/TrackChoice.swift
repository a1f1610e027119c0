// SPDX-License-Identifier: MIT
/// Which of an input's tracks are followed, and how.
public enum TrackChoice: Hashable, Sendable {
    /// Each track by a separate tracker.
    case separate
    /// All fixes as one track.
    case together
    /// Only that track; nil means the fixes that name no track.
    case only(String?)
}

extension TrackChoice {
    /// Whether the choice includes the track of a fix.
    func includes(_ fix: Fix) -> Bool { if case .only(let track) = self { fix.track == track } else { true } }

    /// A reader of the fixes that this choice includes.
    public func chosen(of reader: any FixReader) -> any FixReader {
        if case .only = self { ChosenReader(reader: reader, choice: self) } else { reader }
    }
}

/// Passes on the fixes of the chosen tracks, and all faults.
private struct ChosenReader: FixReader {
    var reader: any FixReader
    let choice: TrackChoice

    var extraNames: [String] { reader.extraNames }
    var notes: [String] { reader.notes }
    var restartsOnClockReset: Bool { reader.restartsOnClockReset }

    mutating func next() throws(InputFault) -> ReaderItem? {
        while let item = try reader.next() {
            if case .fix(let fix) = item, !choice.includes(fix) { continue }
            return item
        }
        return nil
    }
}

extension InputFault {
    /// The fault of an input without a usable fix, or without one among the fixes that are followed.
    public static func noFix(in title: String, of choice: TrackChoice = .together) -> InputFault {
        if case .only(let id?) = choice {
            return InputFault(
                kind: .noFix, source: title, line: 0, message: "there is no usable fix with the id '\(id)'",
                remedy: "`amaoto track` without --only prints the ids, which a table has in a column such as track_id")
        }
        return InputFault(
            kind: .noFix, source: title, line: 0, message: "there is no usable fix in it",
            remedy: "record or export the track again")
    }
}
