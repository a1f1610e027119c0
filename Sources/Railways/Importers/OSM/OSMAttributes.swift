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

    /// As it expands no entities, libxml2 leaves `&`, however it is written, as `&#38;`.
    func text(_ name: StaticString) -> String? {
        value(name).map { String(decoding: $0, as: UTF8.self).replacing("&#38;", with: "&") }
    }

    /// An integer; nil if the value is not one or does not fit.
    func id(_ name: StaticString) -> Int64? {
        guard let digits = value(name), digits.count <= 20, digits.first != UInt8(ascii: "+") else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
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
        for index in 0..<count {
            guard let name = pointers[index * 5], OSMElements.equal(name, wanted), let first = pointers[index * 5 + 3],
                let end = pointers[index * 5 + 4]
            else { continue }
            return UnsafeBufferPointer(start: first, count: end - first)
        }
        return nil
    }
}
