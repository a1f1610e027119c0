// SPDX-License-Identifier: MIT
import Tracking

/// Properties of every reader of fixes, for any input.
enum ReaderProperties {
    /// The maximum number of items; a fix takes at least one byte.
    private static func most(_ bytes: [UInt8]) -> Int { 2 * bytes.count + 16 }

    /// Reads everything, in one piece and cut into small ones: both give the same result, and every item is valid.
    /// - Parameter places: false if another program's parser reports a break in words that depend on how much it has seen of the
    ///   rest.
    static func check(_ bytes: [UInt8], places: Bool = true, _ open: (ByteSource) throws(InputFault) -> any FixReader) {
        let whole = items(bytes, of: ByteSource(name: "whole", bytes: bytes), open)
        var place = 0
        // Sizes that meet every boundary of the text sooner or later.
        var size = 1
        let source = ByteSource(name: "whole") { space throws(InputFault) in
            size = size % 13 + 1
            let count = min(size, space.count, bytes.count - place)
            if count > 0 { bytes[place..<place + count].withUnsafeBytes { space.copyMemory(from: $0) } }
            place += count
            return count
        }
        let cut = items(bytes, of: source, open)
        let isSame = zip(whole.items, cut.items).allSatisfy { a, b in
            guard !places, case .fault(let a) = a, case .fault(let b) = b, a.kind == .malformed else { return a == b }
            return b.kind == .malformed
        }
        expect(isSame && whole.items.count == cut.items.count, "cut into pieces it reads otherwise: \(difference(whole.items, cut.items))")
        expect(
            places ? whole.thrown == cut.thrown : whole.thrown?.kind == cut.thrown?.kind,
            "cut into pieces it ends otherwise: \(whole.thrown.map { "\($0)" } ?? "-"), \(cut.thrown.map { "\($0)" } ?? "-")")
    }

    private static func difference(_ a: [ReaderItem], _ b: [ReaderItem]) -> String {
        if let (a, b) = zip(a, b).first(where: { $0 != $1 }) { return "\(a), \(b)" }
        let more = (a.count > b.count ? a : b).dropFirst(min(a.count, b.count)).first
        return "\(a.count) items, \(b.count); the first that one of them has not: \(more.map { "\($0)" } ?? "-")"
    }

    /// Every item is valid.
    static func checkWhole(_ bytes: [UInt8], _ open: (ByteSource) throws(InputFault) -> any FixReader) {
        _ = items(bytes, of: ByteSource(name: "whole", bytes: bytes), open)
    }

    private static func items(
        _ bytes: [UInt8], of source: ByteSource, _ open: (ByteSource) throws(InputFault) -> any FixReader
    ) -> (items: [ReaderItem], thrown: InputFault?) {
        var items: [ReaderItem] = []
        do throws(InputFault) {
            var reader = try open(source)
            let names = reader.extraNames
            expect(Set(names).count == names.count, "a column's name comes twice: \(names)")
            while let item = try reader.next() {
                items.append(item)
                expect(items.count <= most(bytes), "it never ends")
                switch item {
                case .fix(let fix): check(fix, names)
                case .fault(let fault): check(fault, bytes)
                }
            }
            for _ in 0..<2 { expect(try reader.next() == nil, "it goes on after its end") }
            expect(reader.extraNames == names, "its columns have changed")
            expect(!reader.notes.contains(""), "a note without words")
            return (items, nil)
        } catch {
            check(error, bytes)
            return (items, error)
        }
    }

    /// Possible, or absent.
    static func check(_ fix: Fix, _ names: [String]) {
        func holds(_ value: Double?, _ range: ClosedRange<Double>, _ name: String) {
            if let value { expect(range.contains(value), "\(name) \(value)") }
        }
        let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        holds(fix.latitude, -90...90, "latitude")
        holds(fix.longitude, -180...180, "longitude")
        expect((fix.latitude == nil) == (fix.longitude == nil), "half a position")
        holds(fix.plane?.x, -1e9...1e9, "x")
        holds(fix.plane?.y, -1e9...1e9, "y")
        expect(fix.plane == nil || fix.latitude == nil, "two positions")
        if fix.isNoFix {
            let known = [fix.latitude, fix.plane?.x, fix.speed, fix.course, fix.altitude, fix.accuracy].contains { $0 != nil }
            expect(!known, "no fix, and yet something is known: \(fix)")
        }
        if let track = fix.track { expect(!track.isEmpty, "the track has no name") }
        holds(fix.speed, 0...any.upperBound, "speed")
        holds(fix.course, 0...(360.0).nextDown, "course")
        holds(fix.accuracy, 0...any.upperBound, "accuracy")
        holds(fix.altitude, any, "altitude")
        expect(fix.extras.count == names.count, "\(fix.extras.count) extras for \(names.count) columns")
        for extra in fix.extras { holds(extra, any, "extra") }
        if let time = fix.time { check(time) }
    }

    /// A time reads back as written.
    static func check(_ time: TrackTime) {
        let text = "\(time)"
        expect(TrackTime(iso8601: text) == time, "\(time.nanoseconds) ns writes as \(text)")
    }

    /// It has a message and a position.
    static func check(_ fault: InputFault, _ bytes: [UInt8]) {
        expect(!fault.message.isEmpty && !fault.source.isEmpty, "a fault without words: \(fault)")
        let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
        expect((0...lines).contains(fault.line), "line \(fault.line) of \(lines): \(fault)")
        if let column = fault.column { expect(column >= 1 && column <= bytes.count + 2, "column \(column): \(fault)") }
        let needsPlace = [.malformed, .badValue, .outOfRange, .fieldCount].contains(fault.kind)
        expect(fault.line >= 1 || !needsPlace, "no place: \(fault)")
    }
}
