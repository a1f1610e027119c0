// SPDX-License-Identifier: MIT
/// The binary form of a fix.
extension Fix {
    private struct Parts: OptionSet {
        let rawValue: UInt16
        static let time = Parts(rawValue: 1)
        static let latitude = Parts(rawValue: 1 << 1)
        static let plane = Parts(rawValue: 1 << 2)
        static let altitude = Parts(rawValue: 1 << 3)
        static let speed = Parts(rawValue: 1 << 4)
        static let course = Parts(rawValue: 1 << 5)
        static let accuracy = Parts(rawValue: 1 << 6)
        static let extras = Parts(rawValue: 1 << 7)
        static let startsSegment = Parts(rawValue: 1 << 8)
        static let isNoFix = Parts(rawValue: 1 << 9)
        static let track = Parts(rawValue: 1 << 10)
        static let longitude = Parts(rawValue: 1 << 11)
    }

    /// Appends the fix to `bytes`.
    func write(to bytes: inout [UInt8]) {
        var parts: Parts = []
        if time != nil { parts.insert(.time) }
        if latitude != nil { parts.insert(.latitude) }
        if longitude != nil { parts.insert(.longitude) }
        if plane != nil { parts.insert(.plane) }
        if altitude != nil { parts.insert(.altitude) }
        if speed != nil { parts.insert(.speed) }
        if course != nil { parts.insert(.course) }
        if accuracy != nil { parts.insert(.accuracy) }
        if !extras.isEmpty { parts.insert(.extras) }
        if startsSegment { parts.insert(.startsSegment) }
        if isNoFix { parts.insert(.isNoFix) }
        if track != nil { parts.insert(.track) }
        bytes.put(parts.rawValue)
        if let time { bytes.put(time.nanoseconds) }
        for case let value? in [latitude, longitude, plane?.x, plane?.y, altitude, speed, course, accuracy] { bytes.put(value) }
        if !extras.isEmpty {
            bytes.putCount(UInt64(extras.count))
            for extra in extras {
                bytes.append(extra == nil ? 0 : 1)
                if let extra { bytes.put(extra) }
            }
        }
        if let track { bytes.put(track) }
    }

    /// Reads a fix that `write` has written.
    init(from record: inout RecordReader) {
        self.init()
        func double(_ isThere: Bool) -> Double? { isThere ? record.takeDouble() : nil }
        let parts = Parts(rawValue: record.take(UInt16.self))
        if parts.contains(.time) { time = TrackTime(nanoseconds: record.take(Int64.self)) }
        latitude = double(parts.contains(.latitude))
        longitude = double(parts.contains(.longitude))
        if let x = double(parts.contains(.plane)), let y = double(true) { plane = PlanePoint(x: x, y: y) }
        altitude = double(parts.contains(.altitude))
        speed = double(parts.contains(.speed))
        course = double(parts.contains(.course))
        accuracy = double(parts.contains(.accuracy))
        if parts.contains(.extras) { extras = (0..<record.takeCount()).map { _ in double(record.take(UInt8.self) == 1) } }
        startsSegment = parts.contains(.startsSegment)
        isNoFix = parts.contains(.isNoFix)
        if parts.contains(.track) { track = record.takeText() }
    }
}
