import Glibc

/// The most memory that this process has had resident since it was last asked to forget (VmHWM).
enum PeakMemory {
    /// nil where the kernel does not say.
    static var bytes: Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            if words.first == "VmHWM:", words.count > 1 { return Int(words[1]).map { $0 * 1024 } }
        }
        return nil
    }

    /// Starts anew from what is resident now (proc(5), clear_refs).
    static func forget() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }
}
