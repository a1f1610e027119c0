// SPDX-License-Identifier: MIT
import Tracking

extension TrackChain {
    /// A point of the path, with the properties of the straight line that leads to it.
    private struct Point {
        var position: Railway.Position
        var isUnderground: Bool
        /// True over a hole in the track, or a jump where there is no track.
        var isGap: Bool
    }

    /// Turns the path into segments.
    mutating func lay(_ way: [Leg], stops: [Stop]) {
        var path = way
        if !isLoop, let first = way.first, let last = way.last {
            if let run = first.runs.first, let before = overrun(run, at: first.from, isStart: true) {
                path[0].runs.insert(before, at: 0)
            }
            if let run = last.runs.last, let after = overrun(run, at: last.to, isStart: false) {
                path[path.count - 1].runs.append(after)
            }
        }
        var points: [Point] = []
        var pending: [TrackRoute.Run] = []
        for (index, leg) in path.enumerated() {
            let from = stops[index]
            let to = stops[(index + 1) % stops.count]
            if leg.runs.isEmpty {
                points += self.points(merged(pending), continuing: points.last)
                pending = []
                guard stops.count > 1 else { break }
                let metres = position(leg.from).place.distance(to: position(leg.to).place)
                notes.append("no track between \(from.name) and \(to.name): a straight line of \(PlainFigure.length(metres))")
                if points.isEmpty { points.append(Point(position: position(leg.from), isUnderground: false, isGap: false)) }
                points.append(Point(position: position(leg.to), isUnderground: false, isGap: true))
            } else {
                noteHoles(leg, from, to)
                pending += leg.runs
            }
        }
        points += self.points(merged(pending), continuing: points.last)
        if isLoop, let first = points.first {
            points.append(Point(position: first.position, isUnderground: first.isUnderground, isGap: false))
        }
        segments = cut(points)
        let turns = turnBacks(path.flatMap(\.runs))
        if turns > 0 { notes.append("the trains reverse \(turns == 1 ? "once" : "\(turns) times") on the way") }
    }

    func position(_ stand: TrackRoute.Stand) -> Railway.Position { position(on: stand.edge, at: stand.offset) }

    private func position(on index: Int, at offset: Double) -> Railway.Position {
        let edge = graph.edges[index]
        let leg = leg(of: edge, at: offset)
        let length = edge.offsets[leg + 1] - edge.offsets[leg]
        let share = length > 0 ? min(1, max(0, (offset - edge.offsets[leg]) / length)) : 0
        let a = graph.positions[edge.vertices[leg]]
        let b = graph.positions[edge.vertices[leg + 1]]
        return share <= 0 ? a : share >= 1 ? b : a.toward(b, share: share)
    }

    /// The leg of an edge that contains an offset.
    private func leg(of edge: TrackGraph.Edge, at offset: Double) -> Int { edge.offsets.dropLast().piece(at: offset) }

    /// Merges consecutive runs of one edge in one direction.
    private func merged(_ runs: [TrackRoute.Run]) -> [TrackRoute.Run] {
        var merged: [TrackRoute.Run] = []
        for run in runs where run.from != run.to {
            if let last = merged.last, last.edge == run.edge, last.to == run.from, (last.to > last.from) == (run.to > run.from) {
                merged[merged.count - 1].to = run.to
            } else {
                merged.append(run)
            }
        }
        return merged
    }

    private func points(_ runs: [TrackRoute.Run], continuing last: Point?) -> [Point] {
        var points: [Point] = []
        for run in runs {
            let edge = graph.edges[run.edge]
            if points.isEmpty {
                let start = Point(position: position(on: run.edge, at: run.from), isUnderground: false, isGap: false)
                if last?.position != start.position { points.append(start) }
            }
            let isForward = run.to > run.from
            let legs =
                isForward
                ? Array(leg(of: edge, at: run.from)...leg(of: edge, at: run.to))
                : (leg(of: edge, at: run.to)...leg(of: edge, at: run.from)).reversed()
            for leg in legs {
                let end = isForward ? min(edge.offsets[leg + 1], run.to) : max(edge.offsets[leg], run.to)
                let position = position(on: run.edge, at: end)
                let isHole = edge.isGap[leg] && edge.offsets[leg + 1] - edge.offsets[leg] > Self.closedHole
                points.append(Point(position: position, isUnderground: edge.isUnderground[leg], isGap: isHole))
            }
        }
        return points
    }

    /// The track beyond a terminus, in the direction of travel: at most `overrun` of the same edge, and not over a hole.
    private func overrun(_ run: TrackRoute.Run, at stand: TrackRoute.Stand, isStart: Bool) -> TrackRoute.Run? {
        let edge = graph.edges[run.edge]
        // A circle has no end.
        if edge.vertices.first == edge.vertices.last { return nil }
        let isForward = (run.to > run.from) != isStart
        var goal = isForward ? min(edge.length, stand.offset + Self.overrun) : max(0, stand.offset - Self.overrun)
        let low = leg(of: edge, at: min(goal, stand.offset))
        let high = leg(of: edge, at: max(goal, stand.offset))
        for leg in isForward ? Array(low...high) : (low...high).reversed() where edge.isGap[leg] {
            goal = isForward ? edge.offsets[leg] : edge.offsets[leg + 1]
            break
        }
        guard isForward ? goal > stand.offset : goal < stand.offset else { return nil }
        return isStart
            ? TrackRoute.Run(edge: run.edge, from: goal, to: stand.offset)
            : TrackRoute.Run(edge: run.edge, from: stand.offset, to: goal)
    }

    /// Cuts the path into segments of one kind of track, without holes and without repeated points.
    private func cut(_ points: [Point]) -> [Railway.Segment] {
        var segments: [Railway.Segment] = []
        var current: [Railway.Position] = []
        var seen: Set<Railway.Position> = []
        var isUnderground = false
        func finish(into segments: inout [Railway.Segment]) {
            if current.count > 1 { segments.append(Railway.Segment(isUnderground: isUnderground, points: current)) }
        }
        for (index, point) in points.enumerated() {
            if index > 0, current.last == point.position { continue }
            if index == 0 || point.isGap {
                finish(into: &segments)
                current = [point.position]
                seen = [point.position]
                continue
            }
            if let last = current.last, current.count > 1, point.isUnderground != isUnderground || seen.contains(point.position) {
                finish(into: &segments)
                current = [last]
                seen = [last]
            }
            if current.count == 1 { isUnderground = point.isUnderground }
            current.append(point.position)
            seen.insert(point.position)
        }
        finish(into: &segments)
        return segments
    }

    // MARK: Notes

    private mutating func noteHoles(_ leg: Leg, _ from: Stop, _ to: Stop) {
        for run in leg.runs {
            let edge = graph.edges[run.edge]
            for index in edge.isGap.indices where edge.isGap[index] {
                let length = edge.offsets[index + 1] - edge.offsets[index]
                guard length > Self.closedHole, edge.offsets[index] < max(run.from, run.to),
                    edge.offsets[index + 1] > min(run.from, run.to)
                else { continue }
                notes.append("a gap of \(PlainFigure.length(length)) in the track between \(from.name) and \(to.name)")
            }
        }
    }

    /// Notes how much track is not on the path: branches, another alignment for the opposite direction.
    mutating func noteUnused(_ path: [Leg]) {
        var used = [Bool](repeating: false, count: graph.edges.count)
        for leg in path { for run in leg.runs { used[run.edge] = true } }
        let onTheWay = segments.flatMap { segment in
            zip(segment.points, segment.points.dropFirst()).map { a, b in
                (south: min(a.latitude, b.latitude), north: max(a.latitude, b.latitude), a: a.place, b: b.place)
            }
        }
        guard !onTheWay.isEmpty else { return }
        // More than 50 m in degrees of latitude; this comparison avoids most distance calculations.
        let reach = 0.0006
        func isOnTheWay(_ position: Railway.Position) -> Bool {
            let place = position.place
            return onTheWay.contains { leg in
                position.latitude > leg.south - reach && position.latitude < leg.north + reach
                    && place.nearest(between: leg.a, leg.b).distance <= 50
            }
        }
        var unused = 0.0
        for (index, edge) in graph.edges.enumerated() where !used[index] {
            // One check every 100 m is enough.
            var unseen = 0.0
            for leg in edge.isGap.indices where !edge.isGap[leg] {
                unseen += edge.offsets[leg + 1] - edge.offsets[leg]
                guard unseen >= 100 || leg == edge.isGap.count - 1 else { continue }
                let middle = graph.positions[edge.vertices[leg]].toward(graph.positions[edge.vertices[leg + 1]], share: 0.5)
                if !isOnTheWay(middle) { unused += unseen }
                unseen = 0
            }
        }
        if unused > 500 { notes.append("\(PlainFigure.length(unused)) of track are not on the way past the stations and left out") }
    }
}
