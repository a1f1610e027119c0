// SPDX-License-Identifier: MIT
import Foundation
import Tracking

/// Reads a zone of the system's time zone database: a TZif file (RFC 8536), and the rule for later years at its end.
struct TimeZoneFile {
    private static let folder = "/usr/share/zoneinfo/"
    /// Changes before the first year of a rule, and from its last one on, are left out.
    private static let since = start(of: ClockRule.years.lowerBound)
    private static let until = start(of: ClockRule.years.upperBound)

    private static func start(of year: Int) -> Int64 { Int64(TimeText.daysSince1970(year: year, month: 1, day: 1)) * 86_400 }

    /// The clock of a zone; nil if the system does not know it.
    static func clock(of zone: String) -> LocalClock? {
        let isName = zone.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-/_".contains($0)) }
        guard isName, !zone.isEmpty, !zone.hasPrefix("/"), let data = FileManager.default.contents(atPath: folder + zone) else {
            return nil
        }
        return changes([UInt8](data)).flatMap { LocalClock(zone: zone, changes: $0) }
    }

    // MARK: The file

    private static func changes(_ bytes: [UInt8]) -> [LocalClock.Change]? {
        // Version 1 has 32-bit times; a later version follows it with 64-bit ones.
        guard let first = Header(bytes, at: 0), let header = Header(bytes, at: first.end(timeSize: 4)) else { return nil }
        let end = header.end(timeSize: 8)
        guard header.types > 0, end <= bytes.count else { return nil }
        let times = header.start, kinds = times + 8 * header.times, types = kinds + header.times
        func offset(_ kind: Int) -> Int { Int(Int32(truncatingIfNeeded: number(bytes, at: types + 6 * kind, size: 4))) }
        var changes = [LocalClock.Change(since: .min, offset: offset(0))]
        for place in 0..<header.times {
            let kind = Int(bytes[kinds + place])
            guard kind < header.types else { return nil }
            changes.append(LocalClock.Change(since: number(bytes, at: times + 8 * place, size: 8), offset: offset(kind)))
        }
        let footer = bytes[end...].dropFirst().prefix { $0 != 0x0A }
        if let rule = ClockRule(String(decoding: footer, as: UTF8.self)) {
            let last = max(since, changes.last?.since ?? since)
            changes += rule.changes.filter { $0.since > last }
        }
        let old = changes.lastIndex { $0.since < since } ?? 0
        return changes[old...].filter { $0.since < until }
    }

    private static func number(_ bytes: [UInt8], at place: Int, size: Int) -> Int64 {
        bytes[place..<place + size].reduce(0) { $0 << 8 | Int64($1) }
    }

    private struct Header {
        /// Where the times begin.
        let start: Int
        let times: Int
        let types: Int
        /// Bytes of what follows the types, of any version, and the leap seconds.
        private let rest: Int
        private let leaps: Int

        init?(_ bytes: [UInt8], at place: Int) {
            guard place + 44 <= bytes.count, bytes[place..<place + 4].elementsEqual("TZif".utf8) else { return nil }
            func count(_ index: Int) -> Int { Int(TimeZoneFile.number(bytes, at: place + 20 + 4 * index, size: 4)) }
            start = place + 44
            (times, types) = (count(3), count(4))
            leaps = count(2)
            rest = count(0) + count(1) + count(5)
        }

        func end(timeSize: Int) -> Int { start + times * (timeSize + 1) + types * 6 + leaps * (timeSize + 4) + rest }
    }
}
