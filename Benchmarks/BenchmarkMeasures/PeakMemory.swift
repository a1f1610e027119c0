import Glibc

/// The most memory that this process has had resident since it was last asked to forget (VmHWM).
public enum PeakMemory {
    /// nil where the kernel does not say.
    public static var bytes: Int? { ResidentMemory.status("VmHWM:") }

    /// Starts anew from what is resident now (proc(5), clear_refs).
    public static func forget() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }
}
