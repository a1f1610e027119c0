// SPDX-License-Identifier: MIT
/// The named points and regions that a track is watched against: the distance to each point, and the regions that contain it.
public struct Landmarks: Equatable, Sendable {
    static let mostPoints = 64
    static let mostRegions = 256
    /// The maximum number of vertices of all regions together.
    static let mostVertices = 100_000

    public private(set) var points: [LandmarkPoint] = []
    public private(set) var regions: [Region] = []

    public init() {}

    var isEmpty: Bool { points.isEmpty && regions.isEmpty }

    /// - Throws: if the name is taken, or there are too many.
    mutating func add(_ point: LandmarkPoint) throws(LandmarkError) {
        if points.contains(where: { $0.name == point.name }) { throw .duplicateName(point.name) }
        guard points.count < Self.mostPoints else {
            throw .usage("more than \(Self.mostPoints) points", remedy: "remove those that the preset does not use")
        }
        points.append(point)
    }

    /// - Throws: if the name is taken, or there are too many.
    mutating func add(_ region: Region) throws(LandmarkError) {
        if regions.contains(where: { $0.name == region.name }) { throw .duplicateName(region.name) }
        guard regions.count < Self.mostRegions else {
            throw .usage("more than \(Self.mostRegions) regions", remedy: "remove those that the preset does not use")
        }
        guard regions.reduce(region.vertexCount, { $0 + $1.vertexCount }) <= Self.mostVertices else {
            throw .usage("regions of more than \(Self.mostVertices) corners together", remedy: "simplify their borders")
        }
        regions.append(region)
    }

    /// The names of the landmarks that have no place where the track lies.
    public func placeless(inPlane: Bool) -> [String] {
        points.filter { !$0.hasPlace(inPlane: inPlane) }.map(\.name)
            + regions.filter { $0.shape(inPlane: inPlane) == nil }.map(\.name)
    }
}

/// A kind of landmark channel, the first part of its name: `distance.home`.
public enum LandmarkChannel: String, Sendable, CaseIterable {
    /// Metres to a point, in a straight line.
    case distance
    /// The direction in which a point lies, degrees true.
    case bearing
    /// How fast a point comes nearer; negative when it falls behind.
    case approach
    /// 1 within a region, else 0.
    case inside = "in"

    /// The channel's name for a landmark.
    public func name(_ landmark: String) -> String { "\(rawValue).\(landmark)" }

    /// The kind and landmark that a channel name denotes; nil for any other name.
    public static func read(_ name: String) -> (kind: LandmarkChannel, landmark: String)? {
        guard let dot = name.firstIndex(of: "."), let kind = LandmarkChannel(rawValue: String(name[..<dot])) else { return nil }
        let landmark = String(name[name.index(after: dot)...])
        return landmark.isEmpty ? nil : (kind, landmark)
    }

    public func channel(_ landmark: String) -> Channel {
        let dimension: Dimension =
            switch self {
            case .distance: .length
            case .bearing: .angle
            case .approach: .speed
            case .inside: .flag
            }
        return Channel(name: name(landmark), dimension: dimension)
    }
}
