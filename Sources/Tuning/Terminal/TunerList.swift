// SPDX-License-Identifier: MIT
import Sonification

/// The listed knobs, under the headings of their groups.
struct TunerList {
    enum Row: Equatable {
        case heading(String)
        /// The knob's index among all.
        case knob(Int)
    }

    let rows: [Row]
    /// The result of a search: the knob whose name contains the most of the words, the first of several; nil without a search.
    let found: PresetPath?
    private let places: [PresetPath: Int]
    private let knobs: [TuningKnob]

    init(_ snapshot: TuningSnapshot, filter: String) {
        knobs = snapshot.knobs
        var rows: [Row] = [], places: [PresetPath: Int] = [:]
        var group: String?
        for index in snapshot.search(filter) {
            let knob = knobs[index]
            if knob.group != group { rows.append(.heading(knob.group)) }
            group = knob.group
            places[knob.path] = rows.count
            rows.append(.knob(index))
        }
        self.rows = rows
        self.places = places
        let words = filter.lowercased().split(separator: " ")
        var found: (path: PresetPath, count: Int)?
        for knob in knobs where !words.isEmpty && places[knob.path] != nil {
            let name = knob.name.lowercased(), count = words.count { name.contains($0) }
            if count > found?.count ?? -1 { found = (knob.path, count) }
        }
        self.found = found?.path
    }

    /// The number of listed knobs.
    var count: Int { places.count }
    var first: PresetPath? { path(from: 0, by: 1) }
    var last: PresetPath? { path(from: rows.count - 1, by: -1) }

    func row(of path: PresetPath?) -> Int? { path.flatMap { places[$0] } }
    func isHeading(_ row: Int) -> Bool { rows.indices.contains(row) && path(at: row) == nil }

    /// The knob of a row; nil for a heading.
    func path(at row: Int) -> PresetPath? {
        guard rows.indices.contains(row), case .knob(let index) = rows[row] else { return nil }
        return knobs[index].path
    }

    /// The first knob from a row on in the given direction.
    func path(from row: Int, by direction: Int) -> PresetPath? {
        var row = row
        while rows.indices.contains(row) {
            if let path = path(at: row) { return path }
            row += direction
        }
        return nil
    }

    /// The knob the given number of rows below (above) another, or the last (first) one.
    func moved(_ path: PresetPath?, by steps: Int) -> PresetPath? {
        guard let row = row(of: path) else { return first }
        guard steps.magnitude > 1 else { return self.path(from: row + steps, by: steps < 0 ? -1 : 1) ?? path }
        let target = min(max(0, row + steps), rows.count - 1)
        return self.path(from: target, by: steps < 0 ? -1 : 1) ?? (steps < 0 ? first : last)
    }

    /// The first knob of the group after (before) that of another knob.
    func nextGroup(_ path: PresetPath?, by direction: Int) -> PresetPath? {
        let headings = rows.indices.filter { isHeading($0) }
        guard let row = row(of: path), let own = headings.lastIndex(where: { $0 < row }) else { return first }
        // Backwards, the start of the knob's own group comes first.
        let wanted = direction < 0 && row > headings[own] + 1 ? own : (own + direction + headings.count) % headings.count
        return self.path(from: headings[wanted], by: 1)
    }
}
