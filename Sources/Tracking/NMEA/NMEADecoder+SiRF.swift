// SPDX-License-Identifier: MIT
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
