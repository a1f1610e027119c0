import Glibc

/// What the system said instead of doing what it was asked.
package struct SystemFault: Error, Equatable {
    /// What it was asked for.
    package enum Step: Equatable, Sendable { case claiming, writing, syncing, renaming }

    /// errno; EBUSY where another run is writing the same file.
    package let code: Int32
    package let step: Step

    package init(code: Int32, step: Step = .writing) {
        self.code = code
        self.step = step
    }

    package var words: String {
        code == EBUSY && step == .claiming ? "another run is writing it" : String(cString: strerror(code))
    }

    /// What the user can do about it.
    package var remedy: String {
        switch code {
        case ENOSPC, EDQUOT: "make room on the disk"
        case EBADF: "the program was started with it closed; give it a file, a pipe or /dev/null"
        case EFBIG: "raise the limit on the size of files (ulimit -f)"
        case EBUSY where step == .claiming: "wait for it or choose another name"
        default: "check the folder and its rights, or choose another place"
        }
    }
}
