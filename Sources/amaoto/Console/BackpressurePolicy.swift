// SPDX-License-Identifier: MIT
/// What happens to lines that arrive faster than their reader accepts them.
enum BackpressurePolicy {
    /// The reader sets the pace.
    case waits
    /// The sound sets the pace: lines that do not fit are dropped, which the console reports at the end.
    case drops(notifying: Console)
}
