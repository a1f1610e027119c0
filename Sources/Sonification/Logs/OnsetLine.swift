// SPDX-License-Identifier: MIT
import DeterministicMath
import PlainText
import RainSynthesis

extension SoundOnset {
    /// -1 left ... 1 right.
    private var pan: Double {
        let (left, right) = (Double(left.magnitude), Double(right.magnitude))
        guard left > 0 || right > 0 else { return 0 }
        // Drops are panned with constant power; for notes, the farther channel is attenuated.
        guard layer == .strikes else { return DeterministicMath.atan2(right, left) * 4 / DeterministicMath.pi - 1 }
        return right > left ? 1 - left / right : right / left - 1
    }

    /// The onset as one JSON object without a line break, for the state log. Equal onsets give identical bytes.
    public var json: String {
        func rounded(_ value: Double, _ parts: Double) -> JSONValue {
            .digits(PlainNumber.write(DeterministicMath.round(value * parts) / parts))
        }
        return JSONValue.object([
            ("sample", .whole(sample)), ("layer", .text(layer.name)), ("material", .text(materialName)), ("level", rounded(level, 100)),
            ("pan", rounded(pan, 1000)),
        ]).line
    }
}
