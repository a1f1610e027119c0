// SPDX-License-Identifier: MIT
import Sonification
import Testing

@testable import Tuning

@Suite struct TunerListTests {
    @Test func everyKnobIsListedOnceUnderItsGroup() throws {
        let snapshot = try TuningDesk("counter").snapshot
        let list = TunerList(snapshot, filter: "")
        var group = "", listed: [Int] = []
        for row in list.rows {
            switch row {
            case .heading(let words): group = words
            case .knob(let index):
                #expect(snapshot.knobs[index].group == group)
                listed.append(index)
            }
        }
        #expect(listed == Array(snapshot.knobs.indices) && list.count == listed.count)
        let headings = list.rows.compactMap { if case .heading(let words) = $0 { words } else { nil } }
        #expect(Set(headings).count == headings.count)
    }

    @Test func walkingReachesEverythingAndStaysInside() throws {
        let list = TunerList(try TuningDesk("counter").snapshot, filter: "")
        var seen: [PresetPath] = [], path = list.first
        for _ in 0..<list.count {
            if let path { seen.append(path) }
            path = list.moved(path, by: 1)
        }
        #expect(Set(seen).count == list.count && path == list.last)
        #expect(list.moved(list.last, by: 1) == list.last && list.moved(list.first, by: -1) == list.first)
        #expect(list.moved(list.first, by: 10_000) == list.last && list.moved(list.last, by: -10_000) == list.first)
        #expect(list.moved(nil, by: 5) == list.first)
    }

    @Test func tabGoesRoundTheGroups() throws {
        let snapshot = try TuningDesk("counter").snapshot
        let list = TunerList(snapshot, filter: "")
        let groups = list.rows.compactMap { if case .heading(let words) = $0 { words } else { nil } }
        func group(_ path: PresetPath?) -> String? { path.flatMap { snapshot.knob($0) }?.group }
        var path = list.first
        for step in 1...groups.count {
            path = list.nextGroup(path, by: 1)
            #expect(group(path) == groups[step % groups.count])
        }
        #expect(group(list.nextGroup(list.first, by: -1)) == groups.last)
        // Within a group, back leads to its beginning first.
        #expect(list.nextGroup(list.moved(list.first, by: 1), by: -1) == list.first)
    }

    @Test func searchingListsWhatHasTheWords() throws {
        let snapshot = try TuningDesk("counter").snapshot
        let list = TunerList(snapshot, filter: "bubble pitch")
        #expect(list.row(of: PresetPath("drops.bubble.frequency")) != nil && list.row(of: PresetPath("bed.level")) == nil)
        // Found by its name rather than by another's help text.
        #expect(list.found == PresetPath("drops.bubble.frequency") && TunerList(snapshot, filter: "").found == nil)
        let nothing = TunerList(snapshot, filter: "zzz")
        #expect(nothing.found == nil)
        #expect(nothing.count == 0 && nothing.first == nil && nothing.moved(nil, by: 1) == nil && nothing.nextGroup(nil, by: 1) == nil)
    }

    /// The selected row and its heading are visible at any height.
    @Test(arguments: [1, 2, 5, 13, 200]) func theSelectionStaysInSight(height: Int) throws {
        let list = TunerList(try TuningDesk("counter").snapshot, filter: "")
        var state = TunerState()
        for path in stride(from: 0, to: list.rows.count, by: 3).compactMap({ list.path(from: $0, by: 1) }) + [list.first, list.last] {
            state.selected = path
            state.settle(in: list, height: height)
            let row = try #require(list.row(of: path))
            #expect((state.top..<state.top + height).contains(row) && state.top >= 0)
        }
    }
}

@Suite struct TypedValueTests {
    @Test(arguments: [
        ("480", "480"), (" 480 /min ", "480"), ("480/min", "480"), ("4.8e2 /MIN", "4.8e2"), ("-3", "-3"), ("wood", "wood"), ("", ""),
    ])
    func theUnitMayBeWritten(typed: String, number: String) throws {
        let knob = try TuningDesk("counter").knob("drops.rate")
        #expect(try knob.withoutUnit(typed) == number)
    }

    @Test(arguments: ["480 Hz", "480 ms", "480 /min x"]) func anotherUnitIsRefused(typed: String) throws {
        let knob = try TuningDesk("counter").knob("drops.rate")
        let error = try #require(throws: PresetEditError.self) { try knob.withoutUnit(typed) }
        #expect(error.description.contains("/min") && error.place == "drops.rate")
    }
}
