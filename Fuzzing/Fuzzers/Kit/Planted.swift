// SPDX-License-Identifier: MIT
import Foundation
import Tracking

extension Fuzzer {
    /// Planted defects, one of every kind: each must be found within seconds, else the silence of the other fuzzers proves
    /// nothing.
    static let planted: [Fuzzer] = [
        planted("index") { text in
            // A Swift trap.
            expect(Int(text[text.count + 1]) < 1 << 40, "never")
        },
        planted("overrun") { text in
            // Bytes behind an allocation, which only the sanitizer detects.
            text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                // The comparison keeps the read from being optimised away.
                expect((start + bytes.count + 8).pointee != 1 || bytes.count > 1 << 40, "never")
            }
        },
        planted("memory") { text in
            let space = UnsafeMutableRawBufferPointer.allocate(byteCount: (text.count << 10) + 256 << 20, alignment: 1)
            space.initializeMemory(as: UInt8.self, repeating: 1)
            space.deallocate()
        },
        planted("hang") { _ in while getppid() != -1 {} },
        planted("property") { text in expect(text.count > 1 << 40, "the planted property does not hold") },
    ]

    /// Reached only by a line of JSON that a reader takes for a fix farther north than the first one.
    private static func planted(_ name: String, _ defect: @escaping @Sendable ([UInt8]) -> Void) -> Fuzzer {
        Fuzzer("planted-" + name, longest: 256) { bytes in
            guard var reader = try? JSONLinesReader(ByteSource(name: "planted", bytes: bytes)),
                case .fix(let fix)? = try? reader.next(), let latitude = fix.latitude, latitude > 35.65
            else { return }
            defect(bytes)
        }
    }
}
