// SPDX-License-Identifier: MIT
/// A named position in a sound, which players and editors show as a marker.
public struct SoundCue: Equatable, Sendable {
    var frame: Int64
    var label: String

    public init(frame: Int64, label: String) {
        self.frame = frame
        self.label = label
    }
}
