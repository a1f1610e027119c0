// SPDX-License-Identifier: MIT

/// Chooses among the messages in which a SiRF receiver reports the same position: number 2 if it is sent, as in gpsd, otherwise
/// whichever is sent. Returns one fix per moment. One owner.
struct SiRFSource {
    /// The seconds after which another message replaces one that has stopped.
    private static let timeout = 5.0

    /// The number of the message in use.
    private var message: UInt8?
    private var last: TrackTime?
    /// The first message other than 2, held until it is clear whether 2 is sent too.
    private var held: SiRFSolution?

    /// The fixes to return for a solution, in order.
    mutating func take(_ solution: SiRFSolution) -> [Fix] {
        if solution.message == 2 {
            message = 2
            held = nil
            return emit([solution.fix])
        }
        guard let message else {
            guard let held else {
                held = solution
                return []
            }
            guard held.message == solution.message else { return [] }
            self.held = nil
            self.message = solution.message
            return emit([held.fix, solution.fix])
        }
        if message != solution.message {
            guard let last, let time = solution.fix.time, time.seconds(since: last) > Self.timeout else { return [] }
            self.message = solution.message
        }
        return emit([solution.fix])
    }

    /// Ends the input and returns the fix that was held back.
    mutating func end() -> [Fix] {
        defer { held = nil }
        return held.map { [$0.fix] } ?? []
    }

    /// Remembers the time of the newest of these fixes and returns them.
    private mutating func emit(_ fixes: [Fix]) -> [Fix] {
        last = fixes.last?.time ?? last
        return fixes
    }
}

extension NMEADecoder {
    /// Decodes one SiRF binary message; those without a position are skipped.
    mutating func takeSiRF(_ payload: [UInt8]) {
        guard let solution = SiRFSolution(payload, calendar: &calendar) else { return }
        for fix in siRF.take(solution) { emitSiRF(fix) }
    }

    /// Ends the SiRF input: no further message will come.
    mutating func endSiRF() { for fix in siRF.end() { emitSiRF(fix) } }

    private mutating func emitSiRF(_ fix: Fix) {
        if fix.isNoFix { countNoFix() }
        emit(fix)
    }

    /// Takes a line of a log that is not a sentence: gpsd's logs record their date in one, `# Date: 2005-06-09`.
    mutating func takeComment(_ bytes: ArraySlice<UInt8>) {
        let words = String(decoding: bytes.prefix(64), as: UTF8.self).dropFirst().split(separator: " ")
        guard words.count >= 2, words[0] == "Date:" else { return }
        let parts = words[1].split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return }
        calendar.recorded = ReceiverCalendar.days(year: year, month: month, day: day)
    }
}
