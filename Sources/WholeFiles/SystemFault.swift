import Glibc

/// What the system said instead of doing what it was asked.
package struct SystemFault: Error, Equatable {
    /// What it was asked for.
    package enum Step: Equatable, Sendable { case claiming, writing, syncing, renaming }

    /// errno; EBUSY where another run is writing the same file, EEXIST at `.renaming` where something has taken the name.
    package let code: Int32
    package let step: Step
    /// Where the whole file stands all the same.
    package let kept: String?

    package init(code: Int32, step: Step = .writing, kept: String? = nil) {
        self.code = code
        self.step = step
        self.kept = kept
    }

    package var words: String {
        switch code {
        case EBUSY where step == .claiming: "another run is writing it"
        case EEXIST where step == .renaming: "another file has appeared under this name"
        default: String(cString: strerror(code))
        }
    }

    /// What the user can do about it.
    package var remedy: String {
        if let kept { return "the whole file is in \(kept)" }
        return switch code {
        case ENOSPC, EDQUOT: "make room on the disk"
        case EBADF: "the program was started with it closed; give it a file, a pipe or /dev/null"
        case EFBIG: "raise the limit on the size of files (ulimit -f)"
        case EBUSY where step == .claiming: "wait for it or choose another name"
        default: "check the folder and its rights, or choose another place"
        }
    }
}
