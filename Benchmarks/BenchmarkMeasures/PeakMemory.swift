// SPDX-License-Identifier: MIT
import Glibc

/// The peak resident memory of this process since the last reset (VmHWM).
public enum PeakMemory {
    /// nil if the kernel does not report it.
    public static var bytes: Int? { ResidentMemory.status("VmHWM:") }

    /// Resets the peak to the current resident memory (proc(5), clear_refs).
    public static func forget() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }
}
