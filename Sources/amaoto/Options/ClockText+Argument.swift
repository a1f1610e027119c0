// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText

extension ClockText {
    /// Parses the value of an option into seconds.
    static func argument(_ text: String) throws -> Double {
        guard let seconds = seconds(text) else { throw ValidationError("write seconds, 1:30, 5m or 1h") }
        return seconds
    }
}
