/// How far an import has come.
public struct ImportProgress: Equatable, Sendable {
    /// What it is doing: `reading rail_geo.osm`.
    public var stage: String
    /// 0 ... 1 of this stage; nil where its length is not known.
    public var fraction: Double?

    public init(stage: String, fraction: Double? = nil) {
        self.stage = stage
        self.fraction = fraction
    }
}
