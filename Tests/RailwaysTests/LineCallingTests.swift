// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import Railways

/// The words by which a rider calls a line.
@Suite(.computing) struct LineCallingTests {
    @Test(arguments: [
        ("JR-East.Yamanote", "JR-East.Yamanote"), ("jr-east.yamanote", "JR-East.Yamanote"), ("JR Yamanote Line", "JR-East.Yamanote"),
        ("Yamanote", "JR-East.Yamanote"), ("yamanote line", "JR-East.Yamanote"), ("JR Yamanote", "JR-East.Yamanote"),
        ("山手線", "JR-East.Yamanote"), ("山手", "JR-East.Yamanote"), ("야마노테선", "JR-East.Yamanote"), ("Yamano", "JR-East.Yamanote"),
        ("Chūō Rapid", "JR-East.ChuoRapid"), ("Keio", "Keio.Keio"), ("Keio Line", "Keio.Keio"), ("Ginza", "TokyoMetro.Ginza"),
        ("東京メトロ銀座", "TokyoMetro.Ginza"), ("Metro Ginza Line", "TokyoMetro.Ginza"), ("Tsukuba Exp", "MIR.TsukubaExpress"),
        ("Line 1", "ChibaMonorail.Line1"), ("Hama-Kawasaki Branch", "JR-East.NambuBranch"), ("湘南新宿ライン", "JR-East.ShonanShinjuku"),
    ])
    func whatIsUniqueIsAccepted(word: String, id: String) throws {
        #expect(try RailwayLibrary.greaterTokyo().map.line(called: word) == id)
    }

    @Test(arguments: [
        ("Shinjuku", ["Toei.Shinjuku (Toei Shinjuku Line)", "Seibu.Shinjuku (Seibu Shinjuku Line)"]),
        ("JR Tokaido Line", ["JR-East.Tokaido", "JR-Central.Tokaido"]),
        ("Chiba Monorail Line", ["ChibaMonorail.Line1", "ChibaMonorail.Line2"]),
        ("Main", ["Keikyu.Main", "Keisei.Main", "Sotetsu.Main"]), ("Tobu", ["Tobu.Daishi", "and 6 more"]),
    ])
    func severalAreListed(word: String, listed: [String]) throws {
        let error = try #require(throws: RailwayError.self) { try RailwayLibrary.greaterTokyo().map.line(called: word) }
        for words in listed { #expect(error.remedy.contains(words), "\(error)") }
    }

    @Test(arguments: ["", " ", "-", "線", "kusa", "Atlantis", "nowhere at all"]) func othersAreUnknown(word: String) throws {
        let error = try #require(throws: RailwayError.self) { try RailwayLibrary.greaterTokyo().map.line(called: word) }
        #expect(error.message == "there is no such line")
    }

    /// The branches of a line have its code, and its name with their ends.
    @Test func aLineIsCalledWithItsBranches() throws {
        var map = RailwayMap()
        for (id, name) in [("9-U2", "U2 Ring"), ("9-U2:2", "U2 Ring (Middle – North)"), ("9-U2:3", "U2 Ring (Middle – South)")] {
            var railway = Railway(id: id, name: LocalizedName(name), color: "#000000")
            railway.code = "U2"
            map.railways.append(railway)
        }
        for (word, id) in [("u2", "9-U2"), ("U2 ring", "9-U2"), ("U2 R", "9-U2"), ("9-U2:2", "9-U2:2"), ("u2 ring (middle – s", "9-U2:3")] {
            #expect(try map.line(called: word) == id, "\(word)")
        }
    }

    /// Other languages put the word for a line first.
    @Test func theWordForALineMayComeFirst() throws {
        var map = RailwayMap()
        for (id, name) in [("a", "Ligne 1"), ("b", "Linie U2"), ("c", "Línea 10"), ("d", "Skyline")] {
            map.railways.append(Railway(id: id, name: LocalizedName(name), color: "#000000"))
        }
        for (word, id) in [("1", "a"), ("U2", "b"), ("u2 line", "b"), ("linea 10", "c"), ("10", "c"), ("sky", "d")] {
            #expect(try map.line(called: word) == id, "\(word)")
        }
    }
}
