/// The place on a line that is nearest to a fix.
struct TrackPlace: Sendable {
    /// The vertex at which its piece begins.
    var vertex: Int
    /// Metres along the line.
    var along: Double
    /// Metres from the line; positive when the fix lies to the left of the ascending direction.
    var cross: Double
    /// The ascending direction there, of length 1.
    var east: Double
    var north: Double
}
