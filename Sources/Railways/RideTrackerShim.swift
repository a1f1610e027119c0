import Tracking
/// Stands in until the ride tracker is merged.
public enum RideTracker {
    public static func maker(map: RailwayMap?, line: String? = nil, destination: [String] = [], onlyInside: Bool) -> TrackerMaker { MotionTracker.maker }
}
public enum RailwayLibrary {
    public static func greaterTokyo() throws(RailwayError) -> RailwayMap { throw RailwayError(kind: .missing, source: "x", message: "y", remedy: "z") }
}
