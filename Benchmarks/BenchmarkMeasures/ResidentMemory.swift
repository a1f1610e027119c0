// SPDX-License-Identifier: MIT
import Glibc

/// The resident memory of this process, as /proc/self/status reports it (proc(5)).
public enum ResidentMemory {
    /// The current one in bytes; nil if the kernel does not report it.
    public static var bytes: Int? { status("VmRSS:") }
    /// The peak since the last reset, likewise.
    public static var peak: Int? { status("VmHWM:") }

    /// Resets the peak to the current resident memory (clear_refs).
    public static func forgetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    private static func status(_ name: String) -> Int? {
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
