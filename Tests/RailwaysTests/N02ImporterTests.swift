// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Two handmade lines modelled on real ones: 鶴見線 with two branches, ユーカリが丘線 with a circle at its end; sections in no particular
/// order.
@Suite(.computing) struct N02ImporterTests {
    private func n02() throws -> RailwayImport { try N02Importer(path: ImportFixture.path("n02")).read() }

    /// A line without stop order may run in either direction.
    private func isEither(_ names: [String]?, _ wanted: [String]) -> Bool { names == wanted || names == wanted.reversed() }

    @Test func stationsInOrderAlongTheTrack() throws {
        let map = try n02().map
        #expect(isEither(map["東日本旅客鉄道.鶴見線"]?.names, ["鶴見", "国道", "鶴見小野", "弁天橋", "浅野", "安善", "武蔵白石", "浜川崎", "昭和", "扇町"]))
        #expect(map["東日本旅客鉄道.鶴見線"]?.name == LocalizedName([.init(language: "ja", text: "鶴見線")]))
        #expect(map["東日本旅客鉄道.鶴見線"]?.stations.first { $0.name.text() == "国道" }?.id == "東日本旅客鉄道.鶴見線.国道")
        #expect(map.credits.first?.contains("国土数値情報") == true)
    }

    @Test func branchesAreRailways() throws {
        let result = try n02()
        let branches = result.map.railways.filter { $0.id.hasPrefix("東日本旅客鉄道.鶴見線:") }.map(\.names)
        #expect(branches == [["浅野", "新芝浦", "海芝浦"], ["武蔵白石", "大川"]])
        for railway in result.map.railways { #expect(railway.segments.count > 0 && railway.patterns.isEmpty) }
    }

    @Test func aCircleAtTheEndComesBack() throws {
        let line = try #require(try n02().map["山万.ユーカリが丘線"])
        let names = line.names
        #expect(names.count == 7)
        #expect(names.prefix(3) == ["ユーカリが丘", "地区センター", "公園"])
        #expect(isEither(Array(names[3...5]), ["女子大", "中学校", "井野"]))
        #expect(names.last == "公園")
        #expect(Set(line.stations.map(\.id)).count == 7)
        for position in line.straightRide { #expect(line.distance(to: position) < 200) }
    }

    @Test func theMiddleOfThePlatformIsTheStation() throws {
        let park = try #require(try n02().map["山万.ユーカリが丘線"]?.stations.first { $0.name.text() == "公園" }?.position)
        #expect(park.place.distance(to: Railway.Position(latitude: 35.7215, longitude: 140.1590).place) < 2)
    }

    @Test func eitherFileFindsItsPartner() throws {
        let whole = try n02()
        for name in ["RailroadSection", "Station"] {
            let one = try N02Importer(path: ImportFixture.path("n02/N02-22_\(name).geojson")).read()
            #expect(Set(one.map.railways.map(\.id)) == Set(whole.map.railways.map(\.id)))
        }
    }

    /// The archive has the same files twice: in UTF-8, and in Shift_JIS, whose names would be lost.
    @Test func theUnpackedArchiveIsReadInUTF8() throws {
        let folder = try Folder()
        for encoding in ["UTF-8", "Shift-JIS"] {
            let inner = try folder.makeFolder(encoding)
            for name in ["N02-22_RailroadSection.geojson", "N02-22_Station.geojson"] {
                let text = try String(contentsOfFile: ImportFixture.path("n02/\(name)"), encoding: .utf8)
                let data = try #require(text.data(using: encoding == "UTF-8" ? .utf8 : .shiftJIS))
                try data.write(to: inner.appendingPathComponent(name))
            }
        }
        #expect(try RailwayFormat.sniff(folder.url.path) == .n02)
        #expect(try N02Importer(path: folder.url.path).read().map == n02().map)
        let fault = try #require(throws: RailwayError.self) { try N02Importer(path: folder.path("Shift-JIS")).read() }
        #expect(fault.message == "its text is not in UTF-8")
    }

    private func fault(_ text: String) throws -> RailwayError {
        let folder = try Folder()
        let path = try folder.write(text, to: "some.geojson").path
        return try #require(throws: RailwayError.self) { try N02Importer(path: path).read() }
    }

    @Test func errors() throws {
        #expect(try fault("{\"type\": \"FeatureCollection\", \"features\": [").kind == .malformed)
        #expect(try fault("[]").kind == .malformed)
        #expect(try fault("{\"type\": \"Feature\"}").message == "the FeatureCollection has no features")
        let other = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"a\":1},\"geometry\":null}]}"
        #expect(try fault(other).kind == .unknownFormat)
        let wrong = other.replacingOccurrences(of: "null", with: "{\"type\":\"LineString\",\"coordinates\":[[\"x\",1]]}")
        #expect(try fault(wrong).place == "features.[0].geometry.coordinates.[0].[0]")
        let sections = try String(contentsOfFile: ImportFixture.path("n02/N02-22_RailroadSection.geojson"), encoding: .utf8)
        let missing = try fault(sections)
        #expect(missing.kind == .missing)
        #expect(missing.message == "it has track and no stations")
        #expect(try #require(throws: RailwayError.self) { try N02Importer(path: "/nowhere").read() }.kind == .unreadable)
    }
}
