// SPDX-License-Identifier: MIT
import PlainText

/// The cost of one render.
struct RenderFigures {
    var name: String
    /// Seconds of sound.
    var sound: Double
    /// Seconds: processor time of all threads, and wall time.
    var processor: Double
    var wall: Double
    var drops: Int64
    /// Bytes.
    var peak: Int?

    func tell() {
        print(
            "\(name): \(DecimalFormat.fixed(sound / processor, 0)) times real time by processor time, \(DecimalFormat.fixed(sound / wall, 0)) "
                + "by the clock; \(drops) drops; peak memory \(peak.map { "\($0) bytes" } ?? "unknown")")
    }
}
