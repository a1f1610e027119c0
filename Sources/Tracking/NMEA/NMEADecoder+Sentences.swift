// SPDX-License-Identifier: MIT
import PlainText

extension NMEADecoder {
    /// Receivers write 99.99 for an unknown dilution.
    private static let worstDilution = 99.0

    /// The sentence types that are decoded.
    static let formatters = ["RMC", "GGA", "GLL", "GNS", "VTG", "GSA", "GST", "ZDA"]

    /// Decodes one sentence whose checksum is correct or absent.
    mutating func read(_ sentence: NMEASentence, line: Int) {
        switch sentence.formatter {
        case "RMC": readRMC(sentence, line)
        case "GGA": readGGA(sentence, line)
        case "GLL": readGLL(sentence, line)
        case "GNS": readGNS(sentence, line)
        case "VTG": readVTG(sentence)
        case "GSA": readGSA(sentence)
        case "GST": readGST(sentence)
        case "ZDA": readZDA(sentence, line)
        default: return
        }
        sentenceEnded(sentence.formatter)
    }

    /// Whether a sentence has fewer fields than it needs, which is reported.
    private mutating func isTooShort(_ sentence: NMEASentence, _ line: Int, least: Int) -> Bool {
        guard sentence.count < least else { return false }
        fault(.fieldCount, line, 1, "\(sentence.formatter) with \(CountText.of(sentence.count, "field")), fewer than \(least)")
        return true
    }

    /// The time in a field; nil with `isBroken` if it is malformed.
    private mutating func time(_ sentence: NMEASentence, _ field: Int, _ line: Int) -> (time: Int64?, isBroken: Bool) {
        if sentence[field].isEmpty { return (nil, false) }
        if let time = sentence.timeOfDay(field) { return (time, false) }
        fault(.badValue, line, sentence.column(of: field), "\(sentence.formatter): not a time of day: '\(sentence.text(field))'")
        return (nil, true)
    }

    /// The position in four fields; nil if it is missing, or if it is malformed, which is reported.
    private mutating func position(_ sentence: NMEASentence, _ field: Int, _ line: Int) -> (latitude: Double, longitude: Double)? {
        if (field..<field + 4).contains(where: { sentence[$0].isEmpty }) { return nil }
        guard let latitude = sentence.degrees(field, positive: 0x4E, negative: 0x53, limit: 90) else {
            badPosition(sentence, field, line)
            return nil
        }
        guard let longitude = sentence.degrees(field + 2, positive: 0x45, negative: 0x57, limit: 180) else {
            badPosition(sentence, field + 2, line)
            return nil
        }
        return (latitude, longitude)
    }

    private mutating func badPosition(_ sentence: NMEASentence, _ field: Int, _ line: Int) {
        fault(
            .badValue, line, sentence.column(of: field),
            "\(sentence.formatter): not a position in degrees and minutes: '\(sentence.text(field)),\(sentence.text(field + 1))'")
    }

    private mutating func reportNoFix(_ time: Int64?) {
        guard let time else {
            countNoFix()
            return
        }
        begin(time)
        update(time) { $0.isFix = false }
    }

    // MARK: Sentences

    private mutating func readRMC(_ sentence: NMEASentence, _ line: Int) {
        if isTooShort(sentence, line, least: 9) { return }
        let (time, isBroken) = time(sentence, 1, line)
        if isBroken { return }
        let status = sentence.letter(2)
        guard status == 0x41 || status == 0x44, sentence.letter(12) != 0x4E else { return reportNoFix(time) }
        guard let position = position(sentence, 3, line) else { return }
        let digits = sentence[9].count == 6 ? sentence.integer(9) : nil
        let date = digits.flatMap { ReceiverCalendar.days(year: $0 % 100, month: $0 / 100 % 100, day: $0 / 10_000) }
        begin(time, on: date)
        let day = date.map { calendar.take($0) }
        if date == nil, !sentence[9].isEmpty {
            fault(.badValue, line, sentence.column(of: 9), "RMC: not a date: '\(sentence.text(9))'")
        }
        let speed = speed(sentence, 7)
        let course = sentence.number(8).flatMap { Fix.course(degrees: $0) }
        update(time) {
            ($0.latitude, $0.longitude) = position
            $0.isFix = true
            $0.day = day ?? $0.day
            $0.date = date ?? $0.date
            $0.hasMotion = true
            $0.speed = speed ?? $0.speed
            $0.course = course ?? $0.course
        }
    }

    private mutating func readGGA(_ sentence: NMEASentence, _ line: Int) {
        if isTooShort(sentence, line, least: 9) { return }
        let (time, isBroken) = time(sentence, 1, line)
        if isBroken { return }
        guard let quality = sentence.integer(6), quality > 0 else {
            // As in gpsd, one that contains a position does not revoke the fix that another sentence reported.
            if let time, isFix(at: time), !sentence[2].isEmpty { return }
            return reportNoFix(time)
        }
        guard let position = position(sentence, 2, line) else { return }
        prepareForGGA(time)
        take(position, of: sentence, at: time)
        update(time) { $0.quality = quality }
    }

    private mutating func readGLL(_ sentence: NMEASentence, _ line: Int) {
        if isTooShort(sentence, line, least: 4) { return }
        let (time, isBroken) = time(sentence, 5, line)
        if isBroken { return }
        // Some old receivers send neither time nor status.
        guard sentence.count < 6 || sentence.letter(6) == 0x41, sentence.letter(7) != 0x4E else { return reportNoFix(time) }
        guard let position = position(sentence, 1, line) else { return }
        begin(time)
        update(time) {
            ($0.latitude, $0.longitude) = position
            $0.isFix = true
        }
    }

    private mutating func readGNS(_ sentence: NMEASentence, _ line: Int) {
        if isTooShort(sentence, line, least: 9) { return }
        let (time, isBroken) = time(sentence, 1, line)
        if isBroken { return }
        // One letter per constellation; one with a fix is enough. U: the receiver itself marks the position as unsafe.
        guard sentence[6].contains(where: { $0 != 0x4E }), sentence.letter(13) != 0x55 else { return reportNoFix(time) }
        guard let position = position(sentence, 2, line) else { return }
        take(position, of: sentence, at: time)
    }

    /// Takes a position with satellites, dilution and altitude from fields 7 to 9, where GGA and GNS have them.
    private mutating func take(_ position: (latitude: Double, longitude: Double), of sentence: NMEASentence, at time: Int64?) {
        begin(time)
        let satellites = sentence.integer(7)
        let hdop = dilution(sentence, 8)
        let altitude = sentence.number(9)
        update(time) {
            ($0.latitude, $0.longitude) = position
            $0.isFix = true
            $0.satellites = satellites ?? $0.satellites
            $0.hdop = hdop ?? $0.hdop
            $0.altitude = altitude ?? $0.altitude
            // As gpsd does, even if GSA reports that the altitude was held.
            $0.dimensions = altitude != nil ? 3 : $0.dimensions ?? 2
        }
    }

    private mutating func readVTG(_ sentence: NMEASentence) {
        guard sentence.letter(9) != 0x4E else { return }
        // Versions before 2.3 have no letters between the numbers.
        let isOld = sentence.count == 4 && sentence.letter(2) != 0x54
        let speed = speed(sentence, isOld ? 3 : 5) ?? sentence.number(isOld ? 4 : 7).map { max(0, $0) / 3.6 }
        let course = sentence.number(1).flatMap { Fix.course(degrees: $0) }
        update(nil) { $0.untimed = (speed, course) }
    }

    private mutating func readGSA(_ sentence: NMEASentence) {
        let mode = sentence.integer(2)
        // The dilutions are the last three fields; from version 4.1 on they are followed by a system number.
        let first = sentence.count >= 18 ? sentence.count - 3 : 15
        let (pdop, hdop, vdop) = (dilution(sentence, first), dilution(sentence, first + 1), dilution(sentence, first + 2))
        if let mode, mode == 2 || mode == 3, !hasEpoch { usualDimensions = mode }
        update(nil) {
            if let mode, mode == 2 || mode == 3, $0.altitude == nil { $0.dimensions = mode }
            $0.pdop = pdop ?? $0.pdop
            $0.hdop = $0.hdop ?? hdop
            $0.vdop = vdop ?? $0.vdop
        }
    }

    private mutating func readGST(_ sentence: NMEASentence) {
        guard let time = sentence.timeOfDay(1), let north = sentence.number(6), let east = sentence.number(7), north >= 0, east >= 0,
            north < 1e6, east < 1e6
        else { return }
        update(time) { $0.accuracy = (north * north + east * east).squareRoot() }
    }

    /// A date only. It does not begin an epoch, since some receivers send it a little early or late.
    private mutating func readZDA(_ sentence: NMEASentence, _ line: Int) {
        guard let time = sentence.timeOfDay(1), !sentence[2].isEmpty else { return }
        guard let day = sentence.integer(2), let month = sentence.integer(3), let year = sentence.integer(4), year >= 100,
            let received = ReceiverCalendar.days(year: year, month: month, day: day)
        else {
            fault(.badValue, line, sentence.column(of: 2), "ZDA: no date: '\(sentence.text(2)),\(sentence.text(3)),\(sentence.text(4))'")
            return
        }
        // Without a fix a receiver's date may be a factory default.
        if calendar.day != nil, !reportsFix { return }
        let taken = calendar.take(received, at: time)
        update(time) { $0.day = $0.day ?? taken }
    }

    // MARK: Values

    private func speed(_ sentence: NMEASentence, _ field: Int) -> Double? {
        sentence.number(field).flatMap { $0 >= 0 ? $0 * 1852 / 3600 : nil }
    }

    private func dilution(_ sentence: NMEASentence, _ field: Int) -> Double? {
        sentence.number(field).flatMap { $0 > 0 && $0 < Self.worstDilution ? $0 : nil }
    }
}
