// SPDX-License-Identifier: MIT
import Glibc

/// The system's words for an error number, such as `No such file or directory`.
package func errnoText(_ code: Int32) -> String { String(cString: strerror(code)) }
