// SPDX-License-Identifier: MIT
/// Finds the railways near a place, and the nearest piece of each.
struct LineSearch: Sendable {
    /// The result of the last search, one entry per railway.
    private(set) var found: [Found] = []

    struct Found: Sendable {
        var line: Int
        /// The vertex at which its nearest piece begins.
        var vertex: Int
        /// The squared distance, in square metres.
        var squared: Double
    }

    /// - Parameters:
    ///   - reach: The search radius in metres.
    ///   - only: The only railways to search for, if given.
    mutating func find(on network: TrackNetwork, near plane: TangentPlane, within reach: Double, only: [Int]?) {
        found.removeAll(keepingCapacity: true)
        /// The radius within which a piece is nearer than those of the current line so far.
        var nearest = reach
        network.grid.near(plane, within: reach) { piece in
            let number = Int(piece.line)
            if let only, !only.contains(number) { return }
            let vertex = Int(piece.vertex)
            let isSame = found.last?.line == number
            guard let squared = network.squaredDistance(to: vertex, plane, within: isSame ? nearest : reach) else { return }
            // A square's pieces are ordered by line: keep the current line last.
            if !isSame {
                if let index = found.firstIndex(where: { $0.line == number }) {
                    found.swapAt(index, found.count - 1)
                } else {
                    found.append(Found(line: number, vertex: vertex, squared: .infinity))
                }
            }
            let last = found.count - 1
            if squared < found[last].squared { found[last] = Found(line: number, vertex: vertex, squared: squared) }
            nearest = found[last].squared.squareRoot().nextUp
        }
    }
}

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
