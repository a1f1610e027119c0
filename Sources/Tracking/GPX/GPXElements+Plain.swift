// SPDX-License-Identifier: MIT
import CLibXML2

/// Reads points in their usual form, `<trkpt lat="1" lon="2"><ele>3</ele><time>4</time></trkpt>`, without the XML parser, which
/// takes five times as long. A point with anything else in it, or with a fault, is left to the parser, so that the result is the
/// same.
extension GPXElements {
    /// Takes the next point, and the spaces before it.
    /// - Returns: false if it is not such a point, or not complete; then nothing has been taken.
    func takePlainPoint(_ xml: inout PlainXML) -> Bool {
        xml.skipBlanks()
        guard xml.take("<trkpt") else { return false }
        var latitude: Double?
        var longitude: Double?
        for _ in 0..<2 {
            guard xml.take(UInt8(ascii: " ")) else { return false }
            if latitude == nil, xml.take("lat=") {
                guard let value = xml.value(), let number = DecimalText.double(value), number.magnitude <= 90 else { return false }
                latitude = number
            } else {
                guard longitude == nil, xml.take("lon="), let value = xml.value(), let number = DecimalText.double(value),
                    number.magnitude <= 180
                else { return false }
                longitude = number
            }
        }
        guard xml.take(UInt8(ascii: ">")) else { return false }
        fix = Fix()
        fix.latitude = latitude
        fix.longitude = longitude
        dilution = nil
        while true {
            xml.skipBlanks()
            guard xml.take(UInt8(ascii: "<")) else { return false }
            if xml.take(UInt8(ascii: "/")) { break }
            guard let name = xml.name(), xml.take(UInt8(ascii: ">")), let text = xml.text(before: UInt8(ascii: "<")),
                xml.take(UInt8(ascii: "/")), xml.take(name), xml.take(UInt8(ascii: ">")), takePlainLeaf(name, text)
            else { return false }
        }
        guard xml.take("trkpt>") else { return false }
        pointCount += 1
        completePoint()
        return true
    }

    /// Takes an element of the point.
    /// - Returns: false if it has a fault to report, or if the parser has not read its name yet.
    private func takePlainLeaf(_ name: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= Self.longestText, let index = index(of: name) else { return false }
        let role = names[index].role
        if role == .words { return true }
        let text = DecimalText.trimmed(bytes)
        if text.isEmpty { return true }
        if role == .time {
            fix.time = TimeText.iso8601(text)
            return fix.time != nil
        }
        guard let number = DecimalText.double(text) else { return role == .other }
        switch role {
        case .elevation, .other: break
        case .speed, .accuracy, .dilution: if number < 0, number != -1 { return false }
        case .course: if number != -1, Fix.course(degrees: number) == nil { return false }
        default: return false
        }
        leafName = index
        take(number, as: role, text: text)
        return true
    }

    /// The index in `names` of a name that the parser has read.
    private func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        names.firstIndex { known in
            for (offset, byte) in name.enumerated() where known.address[offset] != byte { return false }
            return known.address[name.count] == 0
        }
    }
}
