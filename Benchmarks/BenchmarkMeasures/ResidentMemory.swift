// SPDX-License-Identifier: MIT
import Glibc

/// The current resident memory of this process (VmRSS).
public enum ResidentMemory {
    /// nil if the kernel does not report it.
    public static var bytes: Int? { status("VmRSS:") }

    /// A value from /proc/self/status (proc(5)), in bytes.
    static func status(_ name: String) -> Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            if let first = words.first, first == name, words.count > 1 { return Int(words[1]).map { $0 * 1024 } }
        }
        return nil
    }
}
