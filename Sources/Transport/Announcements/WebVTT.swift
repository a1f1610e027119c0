// SPDX-License-Identifier: MIT
import PlainText

/// Formats lines of a WebVTT file (https://www.w3.org/TR/webvtt1/).
public enum WebVTT {
    /// The beginning of a file of cues, without a final line break.
    /// - Parameter title: the name of the track or preset.
    public static func head(_ title: String) -> String { "WEBVTT\n\nNOTE \(escaped(title))" }

    /// A cue, with a preceding blank line and without a final line break.
    /// - Parameters:
    ///   - start: a sample in playback time.
    ///   - end: a sample in playback time.
    public static func cue(from start: Int64, to end: Int64, sampleRate: Int, _ text: String) -> String {
        "\n\(clock(start, sampleRate)) --> \(clock(end, sampleRate))\n\(escaped(text))"
    }

    private static func clock(_ sample: Int64, _ sampleRate: Int) -> String {
        let rate = Int64(max(1, sampleRate))
        // Whole seconds are converted separately, so that nothing overflows.
        let milliseconds = sample / rate * 1000 + (sample % rate * 1000 + rate / 2) / rate
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let seconds = milliseconds / 1000
        return "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(milliseconds % 1000, 3))"
    }

    /// A line of text without anything that WebVTT would interpret as markup.
    private static func escaped(_ text: String) -> String {
        text.withoutControls.replacingBytes("&", with: "&amp;").replacingBytes("<", with: "&lt;").replacingBytes(">", with: "&gt;")
    }
}
