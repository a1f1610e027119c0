// SPDX-License-Identifier: MIT
import Glibc

/// The system's words for an error number. Any thread.
package enum ErrnoText {
    /// Such as `No such file or directory`.
    package static func of(_ code: Int32) -> String { String(cString: strerror(code)) }
}
