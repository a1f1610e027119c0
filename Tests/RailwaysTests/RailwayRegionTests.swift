// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import Railways

@Suite(.computing) struct RailwayRegionTests {
    private func region(_ ids: String...) -> RailwayImport {
        var map = RailwayMap()
        map.railways = ids.map { Railway(id: $0, name: LocalizedName($0), color: "#000000") }
        return RailwayImport(map: map)
    }

    /// Two cities have a line 1; in one of them it branches.
    @Test func aBranchKeepsTheNameOfItsLine() {
        var whole = region("1", "RUT:Line")
        whole.add(region("1", "1:2", "2", "2:2", "RUT:Line:x"), asRegion: "bern")
        #expect(whole.map.railways.map(\.id) == ["1", "RUT:Line", "bern:1", "bern:1:2", "2", "2:2", "RUT:Line:x"])
        #expect(whole.map.branchedLines == [[2, 3], [4, 5]])
    }
}
