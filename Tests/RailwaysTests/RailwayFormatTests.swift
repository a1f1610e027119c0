// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Railways

@Suite(.computing) struct RailwayFormatTests {
    @Test func sourcesAreKnownByTheirLooks() throws {
        #expect(try RailwayFormat.sniff(ImportFixture.path("nuremberg-gtfs")) == .gtfs)
        #expect(try RailwayFormat.sniff(ImportFixture.path("lausanne.osm")) == .osm)
        #expect(try RailwayFormat.sniff(ImportFixture.path("n02")) == .n02)
        #expect(try RailwayFormat.sniff(ImportFixture.path("n02/N02-22_Station.geojson")) == .n02)
    }

    @Test func otherFilesAreNone() throws {
        let folder = try Folder()
        for (name, text) in [("a.gpx", "<gpx/>"), ("a.csv", "time,lat,lon\n"), ("empty.osm", ""), ("a.json", "[1]")] {
            let path = try folder.write(text, to: name).path
            #expect(try #require(throws: RailwayError.self) { try RailwayFormat.sniff(path) }.kind == .unknownFormat)
        }
        let overpass = try folder.write("{\n  \"version\": 0.6,\n  \"elements\": [\n", to: "export.json").path
        #expect(try #require(throws: RailwayError.self) { try RailwayFormat.sniff(overpass) }.remedy.contains("[out:xml]"))
        #expect(try #require(throws: RailwayError.self) { try RailwayFormat.sniff(folder.url.path) }.kind == .unknownFormat)
        let nowhere = folder.path("nowhere.zip")
        #expect(try #require(throws: RailwayError.self) { try RailwayFormat.sniff(nowhere) }.kind == .unreadable)
    }

    /// An importer's map is the same after a round trip through the database.
    @Test(arguments: ["nuremberg-gtfs", "lausanne.osm", "n02"]) func importsSurviveTheDatabase(_ name: String) throws {
        let path = ImportFixture.path(name)
        let made = try RailwayFormat.sniff(path).importer(path).read()
        let folder = try Folder()
        let database = folder.path("made.sqlite")
        try RailwayStore.write(made.map, notes: made.notes, to: database)
        #expect(try RailwayStore.read(database).map == made.map.marked())
    }
}
