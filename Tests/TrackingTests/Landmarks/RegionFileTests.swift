// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Files of regions as programs write them, and broken ones.
@Suite struct RegionFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func read(_ text: String, _ file: String = "my zones.geojson", name: String? = nil) throws -> Landmarks {
        let path = try folder.write(text, to: file).path
        var landmarks = Landmarks()
        try landmarks.add(region: name.map { "\($0)=\(path)" } ?? path)
        return landmarks
    }

    private func fault(_ text: String, _ file: String = "zones.geojson", name: String? = nil) -> InputFault? {
        do {
            _ = try read(text, file, name: name)
        } catch {
            if case .file(let fault)? = error as? LandmarkError { return fault }
            Issue.record("\(error)")
        }
        return nil
    }

    private static func square(_ x: Double, _ y: Double, _ half: Double = 1) -> String {
        "[[\(x - half),\(y - half)],[\(x + half),\(y - half)],[\(x + half),\(y + half)],[\(x - half),\(y + half)],[\(x - half),\(y - half)]]"
    }

    /// Its outer ring is the first one, wherever it lies among its holes.
    @Test func aPolygonsHolesMayComeFirst() throws {
        func ring(_ kind: String, _ half: Int) -> String {
            "<\(kind)><LinearRing><coordinates>\(-half),\(-half) \(half),\(-half) \(half),\(half) \(-half),\(half)</coordinates></LinearRing></\(kind)>"
        }
        func text(_ rings: String) -> String { "<kml><Placemark><name>r</name><Polygon>\(rings)</Polygon></Placemark></kml>" }
        let usual = try read(text(ring("outerBoundaryIs", 2) + ring("innerBoundaryIs", 1)), "r.kml")
        #expect(try read(text(ring("innerBoundaryIs", 1) + ring("outerBoundaryIs", 2)), "r.kml") == usual)
    }

    private static func feature(_ name: String?, _ geometry: String) -> String {
        "{\"type\":\"Feature\",\"properties\":{\(name.map { "\"name\":\($0)" } ?? "")},\"geometry\":\(geometry)}"
    }

    private static func polygon(_ rings: String...) -> String { "{\"type\":\"Polygon\",\"coordinates\":[\(rings.joined(separator: ","))]}" }

    private static func collection(_ features: String...) -> String {
        """
        {"type":"FeatureCollection","name":"the file","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},
        "features":[
        \(features.joined(separator: ",\n"))]}
        """
    }

    private func found(_ landmarks: Landmarks, _ latitude: Double, _ longitude: Double) -> [String] {
        landmarks.regions(around: Watched.earth(0, latitude, longitude))
    }

    @Test func featuresByTheirNames() throws {
        let text = Self.collection(
            Self.feature("\"Old  Town\\n\"", Self.polygon(Self.square(10, 50), Self.square(10, 50, 0.5))),
            Self.feature("7", Self.polygon(Self.square(20, 50))),
            Self.feature(nil, "{\"coordinates\":[[\(Self.square(30, 50))],[\(Self.square(40, 50))]],\"type\":\"MultiPolygon\"}"),
            Self.feature("\"Old Town\"", Self.polygon(Self.square(15, 50))),
            Self.feature("\"a line\"", "{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}"),
            Self.feature("\"none\"", "null"),
            Self.feature(
                "\"both\"",
                "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]},\(Self.polygon(Self.square(60, 1))),\(Self.polygon(Self.square(70, 1)))]}"
            ))
        let landmarks = try read(text)
        #expect(landmarks.regions.map(\.name) == ["Old Town", "7", "my zones", "both"])
        #expect(found(landmarks, 50.75, 10) == ["Old Town"] && found(landmarks, 50, 10) == [] && found(landmarks, 50, 15) == ["Old Town"])
        #expect(found(landmarks, 50, 20) == ["7"] && found(landmarks, 50, 30) == ["my zones"] && found(landmarks, 50, 40) == ["my zones"])
        #expect(found(landmarks, 1, 60) == ["both"] && found(landmarks, 1, 70) == ["both"])
        // With a name before it, all of it is one region.
        let one = try read(text, name: "zone")
        #expect(one.regions.map(\.name) == ["zone"])
        for longitude in [15.0, 20, 30, 40] { #expect(found(one, 50, longitude) == ["zone"]) }
        // A bare geometry, and a lone feature; in a plane the numbers are metres.
        let bare = try read(Self.polygon(Self.square(100, 20)))
        #expect(bare.regions.map(\.name) == ["my zones"] && bare.regions(around: Watched.plane(0, 100, 20)) == ["my zones"])
        #expect(try read(Self.feature("\"x\"", Self.polygon(Self.square(1, 1)))).regions.map(\.name) == ["x"])
        let stage = try read(Self.polygon(Self.square(5000, 2000, 10)))
        #expect(stage.placeless(inPlane: false) == ["my zones"] && stage.regions(around: Watched.plane(0, 5005, 1995)) == ["my zones"])
    }

    @Test func kml() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name><Folder><name>Zones</name>
            <Placemark><name>Harbour &amp; quay</name><description>x</description><Polygon><tessellate>1</tessellate>
            <innerBoundaryIs><LinearRing><coordinates>9.5,49.5 10.5,49.5 10.5,50.5 9.5,50.5 9.5,49.5</coordinates></LinearRing></innerBoundaryIs>
            <outerBoundaryIs><LinearRing><coordinates>
              9,49,0
              11,49,0
              11,51,0 9,51,0 9,49,0
            </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
            <Placemark><name>A spot</name><Point><coordinates>1,2</coordinates></Point></Placemark>
            <Placemark><MultiGeometry>
            <Polygon><outerBoundaryIs><LinearRing><coordinates>19,49 21,49 21,51 19,51</coordinates></LinearRing></outerBoundaryIs></Polygon>
            <Polygon><outerBoundaryIs><LinearRing><coordinates>29,49 31,49 31,51 29,51</coordinates></LinearRing></outerBoundaryIs></Polygon>
            </MultiGeometry></Placemark></Folder></Document></kml>
            """
        let landmarks = try read(text, "harbour.kml")
        #expect(landmarks.regions.map(\.name) == ["Harbour & quay", "harbour"])
        #expect(found(landmarks, 50.75, 10) == ["Harbour & quay"] && found(landmarks, 50, 10) == [])
        #expect(found(landmarks, 50, 20) == ["harbour"] && found(landmarks, 50, 30) == ["harbour"])
        #expect(fault(text.replacing("9,51,0", with: "9;51"), "x.kml")?.line == 5)
        #expect(fault("<gpx></gpx>", "x.kml")?.kind == .unknownFormat)
        #expect(fault(String(text.prefix(700)), "x.kml")?.kind == .malformed)
        #expect(fault("<kml><Document/></kml>", "x.kml")?.message == "there is no polygon in it")
    }

    @Test func whatIsWrongIsSaidWithItsPlace() throws {
        let good = Self.feature("\"a\"", Self.polygon(Self.square(1, 1)))
        #expect(fault("")?.message == "the JSON is truncated" || fault("") != nil)
        #expect(fault("[1]")?.message == "not a JSON object")
        #expect(fault("{\"type\":\"FeatureCollection\",\"features\":[]}")?.message == "there is no polygon in it")
        #expect(
            fault(Self.collection(good, Self.feature("\"b\"", Self.polygon("[[1,1],[2,2],[1,1]]"))))?.description.contains(
                ":4: b: a ring of fewer than three corners") == true)
        #expect(
            fault(Self.collection(good, Self.feature("\"b\"", Self.polygon("[[1,1],[2,2],[3,3],[1,1]]"))))?.message
                == "b: a ring that encloses no area")
        #expect(fault(Self.polygon("[[-170,80],[-50,70],[70,80],[179,75],[-170,80]]"))?.message == "zones: a ring around a pole")
        #expect(fault(Self.polygon("[[1,1],[2,null],[2,2],[1,1]]"))?.message == "a coordinate is not a number")
        #expect(fault(Self.polygon("[[1],[2],[2],[1]]"))?.message == "a position has fewer than two numbers")
        #expect(
            fault("{\"type\":\"Polygon\",\"coordinates\":[[\(Self.square(1, 1))]]}")?.message
                == "the coordinates are not nested as in a Polygon")
        #expect(fault("{\"type\":\"MultiPolygon\",\"coordinates\":[\(Self.square(1, 1))]}") != nil)
        #expect(fault(good + "x")?.line == 1)
        let many = (0...100_000).map { "[\(Double($0) / 1000),\($0 % 7)]" }.joined(separator: ",")
        #expect(fault(Self.polygon("[\(many)]"))?.message == "more than 100000 positions")
        let names = (0...256).map { Self.feature("\"\($0)\"", Self.polygon(Self.square(1, 1))) }.joined(separator: ",")
        #expect(fault("{\"features\":[\(names)]}")?.message == "more than 256 regions")
        // 60,000 corners twice are too many together.
        let half = (0..<60_000).map { "[\(Double($0) / 1000),\($0 == 7 ? 5 : 0)]" }.joined(separator: ",")
        var landmarks = try read(Self.polygon("[\(half)]"), "half.geojson")
        let thrown = #expect(throws: LandmarkError.self) {
            try landmarks.add(region: "b=\(folder.path("half.geojson"))")
        }
        #expect(thrown?.description.contains("100000 corners") == true)
        #expect(landmarks.regions.count == 1)
    }

    /// Truncated anywhere, or with noise in it: accepted or refused, never a trap.
    @Test func brokenFilesAreAnswered() throws {
        let json = Self.collection(
            Self.feature("\"é\\u00e9\"", Self.polygon(Self.square(10, 50), Self.square(10, 50, 0.5))),
            Self.feature(nil, Self.polygon(Self.square(20, 50))))
        let kml =
            "<kml><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>19,49 21,49 21,51 19,51</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
        var random = SplitMix(seed: 77)
        let place = folder.file("x.geojson")
        var refused = 0
        for text in [json, kml] {
            let bytes = Array(text.utf8)
            for round in 0..<600 {
                var broken = bytes
                if round < bytes.count {
                    broken = Array(bytes[..<round])
                } else {
                    for _ in 0..<Int.random(in: 1...5, using: &random) {
                        broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                    }
                }
                try Data(broken).write(to: place)
                var landmarks = Landmarks()
                do { try landmarks.add(region: place.path) } catch { refused += 1 }
                _ = landmarks.regions(around: Watched.earth(0, 50, 10))
            }
        }
        #expect(refused > 800)
    }
}
