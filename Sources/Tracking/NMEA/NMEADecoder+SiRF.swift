extension NMEADecoder {
    /// Reads one of SiRF's binary messages; those without a position are passed over.
    mutating func takeSiRF(_ payload: [UInt8]) {
        guard let solution = SiRFSolution(payload, calendar: &calendar) else { return }
        for fix in siRF.take(solution) { giveSiRF(fix) }
    }

    /// No message will come any more.
    mutating func endSiRF() { for fix in siRF.end() { giveSiRF(fix) } }

    private mutating func giveSiRF(_ fix: Fix) {
        if fix.isNoFix { countNoFix() }
        give(fix)
    }

    /// A line of a log that is no sentence: gpsd's logs say in one when they were recorded, `# Date: 2005-06-09`.
    mutating func takeComment(_ bytes: ArraySlice<UInt8>) {
        let words = String(decoding: bytes.prefix(64), as: UTF8.self).dropFirst().split(separator: " ")
        guard words.count >= 2, words[0] == "Date:" else { return }
        let parts = words[1].split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return }
        calendar.recorded = ReceiverCalendar.days(year: year, month: month, day: day)
    }
}
