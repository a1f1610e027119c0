// SPDX-License-Identifier: MIT
/// The binary form of a fix.
extension Fix {
    /// Appends the fix to `bytes`.
    func write(to bytes: inout [UInt8]) {
        bytes.append((startsSegment ? 1 : 0) | (isNoFix ? 2 : 0) | (time == nil ? 0 : 4) | (track == nil ? 0 : 8))
        if let time { bytes.put(time.nanoseconds) }
        if let track { bytes.put(track) }
        let numbers = [latitude, longitude, plane?.x, plane?.y, altitude, speed, course, accuracy] + extras
        bytes.putCount(UInt64(numbers.count))
        for number in numbers {
            bytes.append(number == nil ? 0 : 1)
            if let number { bytes.put(number) }
        }
    }

    /// Reads a fix that `write` has written.
    init(from record: inout RecordReader) {
        self.init()
        let parts = record.take(UInt8.self)
        (startsSegment, isNoFix) = (parts & 1 != 0, parts & 2 != 0)
        if parts & 4 != 0 { time = TrackTime(nanoseconds: record.take(Int64.self)) }
        if parts & 8 != 0 { track = record.takeText() }
        let numbers = (0..<record.takeCount()).map { _ in record.take(UInt8.self) == 1 ? record.takeDouble() : nil }
        (latitude, longitude) = (numbers[0], numbers[1])
        if let x = numbers[2], let y = numbers[3] { plane = PlanePoint(x: x, y: y) }
        (altitude, speed, course, accuracy) = (numbers[4], numbers[5], numbers[6], numbers[7])
        extras = Array(numbers[8...])
    }
}
