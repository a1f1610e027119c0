// SPDX-License-Identifier: MIT
import Glibc

/// The failure of a system call while a file was written.
package struct SystemFault: Error, Equatable {
    /// The step that failed.
    package enum Step: Equatable, Sendable { case claiming, writing, syncing, renaming }

    /// The errno; EBUSY if another run is writing the same file, EEXIST at `.renaming` if another file has taken the name.
    package let code: Int32
    package let step: Step
    /// The path of the complete file, if it was kept despite the failure.
    package let kept: String?

    package init(code: Int32, step: Step = .writing, kept: String? = nil) {
        self.code = code
        self.step = step
        self.kept = kept
    }

    /// What failed, for a message.
    package var cause: String {
        switch code {
        case EBUSY where step == .claiming: "another run is writing it"
        case EEXIST where step == .renaming: "another file has appeared under this name"
        default: errnoText(code)
        }
    }

    /// The action suggested to the user.
    package var remedy: String {
        if let kept { return "the complete file is in \(kept)" }
        return switch code {
        case ENOSPC, EDQUOT: "make room on the disk"
        case EBADF: "the program was started with it closed; give it a file, a pipe or /dev/null"
        case EFBIG: "raise the limit on the size of files (ulimit -f)"
        case EBUSY where step == .claiming: "wait for it or choose another name"
        case ENAMETOOLONG: "choose a shorter name"
        default: "check the folder and its permissions, or choose another folder"
        }
    }
}
