// SPDX-License-Identifier: MIT
/// The place on a line that is nearest to a fix.
struct TrackPlace: Sendable {
    /// The vertex at which its piece begins.
    var vertex: Int
    /// In metres along the line.
    var along: Double
    /// The distance from the line in metres; positive if the fix is to the left of the ascending direction.
    var cross: Double
    /// The ascending direction there, as a unit vector.
    var east: Double
    var north: Double
}
