// SPDX-License-Identifier: MIT
extension Railway {
    /// Distinguishes a line and its directions from those that it meets on the map, for presets to map.
    public struct Mark: Equatable, Sendable {
        /// The number of colours: as many materials of rain as listeners distinguish.
        static let colours = 8
        /// 0 ..< 8. Lines that meet have different colours where eight suffice.
        public var colour: Int
        /// -1 or 1: the side of the ascending direction; the descending direction has the other. Lines side by side have the same side for
        /// the same way.
        public var side: Int
    }
}

extension RailwayMap {
    /// The map with a mark for each of its lines. The marks depend on the lines alone, not on their order. Any thread; a fraction
    /// of a second for the lines of a large city.
    /// - Parameter progress: Called from time to time on the same thread.
    func marked(progress: (ImportProgress) -> Void = { _ in }) -> RailwayMap {
        let meetings = LineMeetings(self, progress: progress)
        let colours = LineColouring(meetings).colours
        let sides = meetings.sides
        var map = self
        for line in railways.indices { map.railways[line].mark = Railway.Mark(colour: colours[line], side: sides[line]) }
        return map
    }

    /// The pairs of lines that meet: share a station, run side by side or lead on into one another.
    public struct MeetingLines: Equatable, Sendable {
        public var pairs = 0
        /// The pairs whose two lines have the same colour.
        public var alike = 0
    }

    /// Counts the lines that meet, and those of them that have the same colour.
    public var meetingLines: MeetingLines {
        var lines = MeetingLines()
        for meeting in LineMeetings(self).all {
            guard let first = railways[meeting.first].mark, let second = railways[meeting.second].mark else { continue }
            lines.pairs += 1
            lines.alike += first.colour == second.colour ? 1 : 0
        }
        return lines
    }
}
