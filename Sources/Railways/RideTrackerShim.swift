import Tracking
/// Stands in until the ride tracker is merged.
public enum RideTracker {
    public static func maker(map: RailwayMap?, line: String? = nil, destination: [String] = [], onlyInside: Bool) -> TrackerMaker { MotionTracker.maker }
}
