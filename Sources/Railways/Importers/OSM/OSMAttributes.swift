// SPDX-License-Identifier: MIT
import CLibXML2
import Tracking

/// The attributes of one element as passed by libxml2, read in place. Valid inside the callback only.
struct OSMAttributes {
    /// Five pointers per attribute: name, prefix, URI, and the start and end of its value.
    typealias Pointers = UnsafeMutablePointer<UnsafePointer<xmlChar>?>
    private let pointers: Pointers?
    private let count: Int

    init(_ pointers: Pointers?, _ count: Int) {
        self.pointers = pointers
        self.count = count
    }

    func text(_ name: StaticString) -> String? { value(name).map { String(decoding: $0, as: UTF8.self) } }

    /// An integer; nil if the value is not one or does not fit.
    func id(_ name: StaticString) -> Int64? {
        guard let digits = value(name), !digits.isEmpty, digits.count <= 20 else { return nil }
        var sum: Int64 = 0
        let isNegative = digits[0] == 0x2D
        if isNegative, digits.count == 1 { return nil }
        for byte in digits.dropFirst(isNegative ? 1 : 0) {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (tens, overflow) = sum.multipliedReportingOverflow(by: 10)
            // Negative, so that the lowest number fits.
            let (next, overflowToo) = tens.subtractingReportingOverflow(Int64(byte - 0x30))
            if overflow || overflowToo { return nil }
            sum = next
        }
        return isNegative ? sum : (sum == .min ? nil : -sum)
    }

    var latitude: Double? { value("lat").flatMap { DecimalText.double($0) } }
    var longitude: Double? { value("lon").flatMap { DecimalText.double($0) } }

    /// Whether an editor has deleted the object, or a history file no longer shows it.
    var isDeleted: Bool {
        value("action").map { $0.elementsEqual("delete".utf8) } == true
            || value("visible").map { $0.elementsEqual("false".utf8) } == true
    }

    private func value(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let pointers else { return nil }
        let length = wanted.utf8CodeUnitCount
        let start = wanted.utf8Start
        for index in 0..<count {
            guard let name = pointers[index * 5] else { continue }
            var place = 0
            while place < length, name[place] == start[place] { place += 1 }
            guard place == length, name[place] == 0, let first = pointers[index * 5 + 3], let end = pointers[index * 5 + 4] else {
                continue
            }
            return UnsafeBufferPointer(start: first, count: end - first)
        }
        return nil
    }
}
