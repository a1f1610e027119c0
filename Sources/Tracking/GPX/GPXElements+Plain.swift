// SPDX-License-Identifier: MIT
import CLibXML2

/// Reads points in their usual form, `<trkpt lat="1" lon="2"><ele>3</ele><time>4</time></trkpt>`, without the XML parser, which
/// takes five times as long. A point with anything else in it, or with a fault, is left to the parser: the result for a document
/// is the same.
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
        beginPlainPoint(latitude: latitude, longitude: longitude)
        while true {
            xml.skipBlanks()
            guard xml.take(UInt8(ascii: "<")) else { return false }
            if xml.take(UInt8(ascii: "/")) { break }
            guard let name = xml.name(), xml.take(UInt8(ascii: ">")), let text = xml.text(before: UInt8(ascii: "<")),
                xml.take(UInt8(ascii: "/")), xml.take(name), xml.take(UInt8(ascii: ">")), takePlainLeaf(name, text)
            else { return false }
        }
        guard xml.take("trkpt>") else { return false }
        endPlainPoint()
        return true
    }
}
