// SPDX-License-Identifier: MIT

/// Colours the lines of a map so that as few as possible of those that meet are alike: DSATUR (Brélaz 1979) on the most used
/// lines first, then a tabu search (Hertz & de Werra 1987) while some are alike.
///
/// Where eight colours do not suffice, lines that share no platform are the first to have the same colour, then the less used ones.
struct LineColouring {
    /// For each line, 0 ..< 8. The most used line has 0; the others begin at the lowest colours.
    private(set) var colours: [Int]
    private let meetings: LineMeetings
    private let neighbours: [[(other: Int, weight: Int)]]
    /// For each line and colour, the sum of the weights of the neighbours that have it: eight for each line, one after the other.
    private var costs: [Int]

    private static let count = Railway.Mark.colours
    private static let searchSteps = 20_000
    /// The weights of two lines that share a platform, a station of several parts, or only their way.
    private static let weights = (platform: 200, station: 60, way: 20)
    /// The weight that the use of the less used line adds, at most, and that of the extent to which they run together.
    private static let mostForUse = 50
    private static let mostForExtent = 50

    init(_ meetings: LineMeetings) {
        self.meetings = meetings
        let lines = meetings.use.count
        var neighbours = [[(other: Int, weight: Int)]](repeating: [], count: lines)
        let mostUse = max(meetings.use.max() ?? 1, 1)
        for meeting in meetings.all {
            let kind = meeting.platforms > 0 ? Self.weights.platform : meeting.places > 0 ? Self.weights.station : Self.weights.way
            let use = min(meetings.use[meeting.first], meetings.use[meeting.second]) * Self.mostForUse / mostUse
            let weight = kind + use + min(meeting.places + meeting.steps / 5, Self.mostForExtent)
            neighbours[meeting.first].append((meeting.second, weight))
            neighbours[meeting.second].append((meeting.first, weight))
        }
        self.neighbours = neighbours
        colours = [Int](repeating: -1, count: lines)
        costs = [Int](repeating: 0, count: lines * Self.count)
        colourInTurn()
        search()
        rename()
    }

    private mutating func paint(_ line: Int, _ colour: Int) {
        let old = colours[line]
        for (other, weight) in neighbours[line] {
            if old >= 0 { costs[other * Self.count + old] -= weight }
            costs[other * Self.count + colour] += weight
        }
        colours[line] = colour
    }

    private func cost(of line: Int, in colour: Int) -> Int { costs[line * Self.count + colour] }

    /// Always the line whose neighbours have most colours, the most used of several, in the colour that costs least.
    private mutating func colourInTurn() {
        var left = meetings.order
        while !left.isEmpty {
            var next = (place: 0, colours: -1)
            for (place, line) in left.enumerated() {
                let taken = (0..<Self.count).count { cost(of: line, in: $0) > 0 }
                if taken > next.colours { next = (place, taken) }
            }
            let line = left.remove(at: next.place)
            paint(line, (0..<Self.count).min { cost(of: line, in: $0) < cost(of: line, in: $1) } ?? 0)
        }
    }

    /// Repaints the line whose new colour lowers the cost most, or raises it least, and forbids its old colour for some steps. Keeps
    /// the best colouring.
    private mutating func search() {
        var cost = meetings.order.reduce(0) { $0 + self.cost(of: $1, in: colours[$1]) } / 2
        var best = (cost: cost, colours: colours)
        var freeAt = [Int](repeating: 0, count: costs.count)
        for step in 0..<Self.searchSteps where best.cost > 0 {
            var move: (line: Int, colour: Int, change: Int)?
            var alike = 0
            for line in meetings.order {
                let own = self.cost(of: line, in: colours[line])
                guard own > 0 else { continue }
                alike += 1
                for colour in 0..<Self.count where colour != colours[line] {
                    let change = self.cost(of: line, in: colour) - own
                    guard freeAt[line * Self.count + colour] <= step || cost + change < best.cost else { continue }
                    if change < move?.change ?? .max { move = (line, colour, change) }
                }
            }
            guard let move else { continue }
            // The term of the step keeps the search from running in a circle.
            freeAt[move.line * Self.count + colours[move.line]] = step + 5 + alike / 2 + step % 7
            paint(move.line, move.colour)
            cost += move.change
            if cost < best.cost { best = (cost, colours) }
        }
        colours = best.colours
    }

    /// Numbers the colours in the order in which the most used lines have them.
    private mutating func rename() {
        var names = [Int](repeating: -1, count: Self.count)
        var next = 0
        for line in meetings.order where names[colours[line]] < 0 {
            names[colours[line]] = next
            next += 1
        }
        colours = colours.map { names[$0] }
    }
}
