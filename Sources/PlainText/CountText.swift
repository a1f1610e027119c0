// SPDX-License-Identifier: MIT

/// Numbers of things as text. Any thread.
public enum CountText {
    /// `1 fix`, `2 fixes`, `0 fixes`.
    /// - Parameter many: the words for any number but one; nil for those of `one` with an s at the end.
    public static func of(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        count == 1 ? "1 \(one)" : "\(count) \(many ?? one + "s")"
    }
}
