// SPDX-License-Identifier: MIT
/// The binary form of a fix.
extension Fix {
    /// Appends the fix to `bytes`.
    func write(to bytes: inout [UInt8]) {
        bytes.append((startsSegment ? 1 : 0) | (isNoFix ? 2 : 0) | (time == nil ? 0 : 4) | (track == nil ? 0 : 8))
        if let time { bytes.put(time.nanoseconds) }
        if let track { bytes.put(track) }
        for number in [latitude, longitude, plane?.x, plane?.y, altitude, speed, course, accuracy] { bytes.put(number) }
        bytes.putCount(UInt64(extras.count))
        for extra in extras { bytes.put(extra) }
    }

    /// Reads a fix that `write` has written.
    init(from record: inout RecordReader) {
        self.init()
        let parts = record.take(UInt8.self)
        (startsSegment, isNoFix) = (parts & 1 != 0, parts & 2 != 0)
        if parts & 4 != 0 { time = TrackTime(nanoseconds: record.take(Int64.self)) }
        if parts & 8 != 0 { track = record.takeText() }
        (latitude, longitude) = (record.takeNumber(), record.takeNumber())
        let (x, y) = (record.takeNumber(), record.takeNumber())
        if let x, let y { plane = PlanePoint(x: x, y: y) }
        (altitude, speed, course, accuracy) = (record.takeNumber(), record.takeNumber(), record.takeNumber(), record.takeNumber())
        extras = (0..<record.takeCount()).map { _ in record.takeNumber() }
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ number: Double?) {
        append(number == nil ? 0 : 1)
        if let number { put(number) }
    }
}

extension RecordReader {
    fileprivate mutating func takeNumber() -> Double? { take(UInt8.self) == 1 ? takeDouble() : nil }
}
