// SPDX-License-Identifier: MIT
import Tracking

extension FuzzBytes {
    /// A fix with arbitrary content. Most follow the previous one by a few seconds and metres, else no tracker would make
    /// progress.
    mutating func fix(after last: Fix, columns: Int) -> Fix {
        var fix = Fix()
        let kind = byte()
        var time = last.time?.nanoseconds ?? 1_700_000_000_000_000_000
        switch kind & 7 {
        case 0: time = integer()
        case 1: time = time &+ integer(Int64.self) >> 12
        case 2: time = time &- Int64(byte()) * 1_000_000_000
        case 3: break
        default: time = time &+ Int64(byte()) * 100_000_000
        }
        fix.time = kind & 0xF8 == 0xF8 ? nil : TrackTime(nanoseconds: time)
        let place = byte()
        switch place & 3 {
        case 0: (fix.latitude, fix.longitude) = (optional(), optional())
        case 1: (fix.latitude, fix.longitude) = (double(), double())
        default:
            fix.latitude = (last.latitude ?? 35.68) + Double(integer(Int16.self)) / 1e6
            fix.longitude = (last.longitude ?? 139.77) + Double(integer(Int16.self)) / 1e6
        }
        if place & 4 == 4 { fix.speed = place & 8 == 8 ? double() : Double(byte()) / 4 }
        if place & 16 == 16 { fix.course = place & 8 == 8 ? double() : Double(byte()) }
        if place & 32 == 32 { fix.accuracy = place & 8 == 8 ? double() : Double(byte()) }
        if place & 64 == 64 { fix.altitude = place & 8 == 8 ? double() : Double(byte()) * 10 }
        fix.startsSegment = place & 128 == 128
        if kind & 0x28 == 0x28 {
            let plane = byte()
            if plane & 1 == 1 {
                fix.plane = PlanePoint(x: double(), y: double())
            } else {
                let here = last.plane ?? PlanePoint(x: 0, y: 0)
                fix.plane = PlanePoint(x: here.x + Double(integer(Int16.self)) / 100, y: here.y + Double(integer(Int16.self)) / 100)
            }
            if plane & 2 == 2 { (fix.latitude, fix.longitude) = (nil, nil) }
            fix.isNoFix = plane & 12 == 12
            if plane & 16 == 16 { fix.track = plane & 32 == 32 ? "a" : "" }
        }
        if columns > 0, kind & 64 == 64 { fix.extras = (0..<columns).map { _ in optional() } }
        return fix
    }
}
