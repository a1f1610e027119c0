// SPDX-License-Identifier: MIT
import RainSynthesis

/// The pitch of an event's note: a name (`e4`, `c#5`, `bb3`) or Hz. A4 is 440 Hz, equal temperament.
public struct Note: Equatable, Sendable {
    /// The note as the preset writes it.
    let name: String
    /// The fundamental in Hz, within `limits`.
    public let frequency: Double

    /// The range of frequencies for a strike, in Hz.
    static let limits = Double(SynthEvent.lowestFrequency)...Double(SynthEvent.highestFrequency)

    /// The frequency ratios of the semitones above C: powers of the twelfth root of two.
    private static let ratios: [Double] = [
        1, 1.0594630943592953, 1.122462048309373, 1.189207115002721, 1.2599210498948732, 1.3348398541700344,
        1.4142135623730951, 1.4983070768766815, 1.5874010519681994, 1.681792830507429, 1.7817974362806785,
        1.8877486253633868,
    ]
    private static let semitones: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]

    /// Parses a note; nil if it is neither a name nor a frequency within the limits.
    init?(_ text: String) {
        if let hertz = PlainNumber.read(text) {
            guard Note.limits.contains(hertz) else { return nil }
            name = text
            frequency = hertz
            return
        }
        var rest = Substring(text.lowercased())
        guard let letter = rest.popFirst(), var semitone = Note.semitones[letter] else { return nil }
        if rest.first == "#" || rest.first == "b" { semitone += rest.removeFirst() == "#" ? 1 : -1 }
        guard rest.count == 1, let octave = Int(rest) else { return nil }
        // C4 lies nine semitones below A4.
        var hertz = 440 / Note.ratios[9]
        var octaves = octave - 4
        if semitone < 0 { (semitone, octaves) = (semitone + 12, octaves - 1) }
        if semitone > 11 { (semitone, octaves) = (semitone - 12, octaves + 1) }
        hertz *= Note.ratios[semitone]
        for _ in 0..<abs(octaves) { hertz *= octaves < 0 ? 0.5 : 2 }
        guard Note.limits.contains(hertz) else { return nil }
        name = text
        frequency = hertz
    }
}
