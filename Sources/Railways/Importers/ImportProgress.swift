// SPDX-License-Identifier: MIT
/// The progress of an import.
public struct ImportProgress: Equatable, Sendable {
    /// The current stage: `reading rail_geo.osm`.
    public var stage: String
    /// The completed fraction of this stage, 0 ... 1; nil if its length is unknown.
    public var fraction: Double?

    public init(stage: String, fraction: Double? = nil) {
        self.stage = stage
        self.fraction = fraction
    }
}
