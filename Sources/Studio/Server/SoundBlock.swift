// SPDX-License-Identifier: MIT
import Foundation

/// A block of played sound for a page: little-endian Float32, interleaved left and right.
///
/// On the wire: `version: UInt16 = 1`, `channels: UInt16 = 2`, `sampleRate: UInt32`, `lostBlocks: UInt32` (of this page, since it
/// was opened), `reserved: UInt32`, then `firstFrame: Int64` and the samples.
struct SoundBlock: Sendable {
    /// Hz.
    var sampleRate: Int
    /// Frames played before it.
    var firstFrame: Int64
    var samples: [Float]

    private static let headerLength = 24

    func bytes(lost: UInt32) -> Data {
        var data = Data(capacity: Self.headerLength + samples.count * 4)
        func append<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        append(UInt16(1))
        append(UInt16(2))
        append(UInt32(clamping: sampleRate))
        append(lost)
        append(UInt32(0))
        append(firstFrame)
        for sample in samples { append(sample.bitPattern) }
        return data
    }
}
