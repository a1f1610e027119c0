import Foundation
import Tracking

extension Fuzzer {
    /// Defects put in on purpose, one of every sort: each must be found within seconds, else the others' silence says nothing.
    static let planted: [Fuzzer] = [
        planted("index") { text in
            // A trap of Swift's own.
            expect(Int(text[text.count + 1]) < 1 << 40, "never")
        },
        planted("overrun") { text in
            // Bytes behind an allocation, which only the sanitizer sees.
            text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                // Compared with something, so that the read is not optimised away.
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

    /// Reached by a line of JSON alone that a reader takes for a fix farther north than the one it began with.
    private static func planted(_ name: String, _ defect: @escaping @Sendable ([UInt8]) -> Void) -> Fuzzer {
        Fuzzer("planted-" + name, longest: 256) { bytes in
            guard var reader = try? JSONLinesReader(ByteSource(name: "planted", bytes: bytes)),
                case .fix(let fix)? = try? reader.next(), let latitude = fix.latitude, latitude > 35.65
            else { return }
            defect(bytes)
        }
    }
}
