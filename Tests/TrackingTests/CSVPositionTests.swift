// SPDX-License-Identifier: MIT
import Testing

@testable import Tracking

/// Positions under the many names and in the many forms that tables use.
@Suite struct CSVPositionTests {
    private func place(_ names: String, _ row: String) -> (Double?, Double?) {
        let fix = TestTracks.read("time;\(names)\n0;\(row)\n").fixes.first
        return (fix?.latitude, fix?.longitude)
    }

    @Test func namesAndFormsAreKnown() {
        for (names, row) in [
            ("Latitude (°);Longitude (°)", "-33.5;70.25"), ("lat_wgs84;lon_wgs84", "-33.5;70.25"),
            ("decimalLatitude;decimalLongitude", "-33.5;70.25"),
            ("latitudeE7;longitudeE7", "-335000000;702500000"), ("Position", "-33.5, 70.25"), ("latlng", "[-33.5,70.25]"),
            ("lonlat", "70.25 -33.5"),
            ("wkt", "POINT (70.25 -33.5)"), ("lat;N/S;lon;E/W", "33.5;S;70.25;E"), ("lat;lat_dir;lon;lon_dir", "33.5;South;70.25;east"),
            ("lat;lon", "33.5 S;70.25 E"), ("lat;lon", "S33°30.0';E070°15'00\""), ("緯度;経度", "-33,5;70,25"),
            ("GPS Latitude;GPS Longitude", "-33.5;70.25"),
            ("vehicle.lat;vehicle.lng;home_lat;home_lng", "-33.5;70.25;1;2"),
            ("geometry", "{\"type\":\"Point\",\"coordinates\":[70.25,-33.5]}"),
        ] {
            let (latitude, longitude) = place(names, row)
            #expect(
                abs((latitude ?? 0) + 33.5) < 1e-9 && abs((longitude ?? 0) - 70.25) < 1e-9,
                "\(names) \(row): \(String(describing: latitude)) \(String(describing: longitude))")
        }
    }

    /// A contradictory or meaningless hemisphere invalidates its row.
    @Test(arguments: ["-33.5;N;70;E", "33.5;E;70;E", "33.5;;70;E", "33.5;S;70;N"]) func aHemisphereThatDoesNotFitIsAFault(_ row: String) {
        let reading = TestTracks.read("time;lat;N/S;lon;E/W\n0;1;N;2;E\n1;\(row)\n")
        #expect(reading.fixes.count == 1 && reading.faults.map(\.kind) == [.badValue], "\(reading)")
    }

    /// References: the Ordnance Survey's and swisstopo's worked examples, the CN Tower, and points of UTM by PROJ 9.
    @Test func gridsAreReadByTheirFormulas() throws {
        for (grid, east, north, latitude, longitude, tolerance) in [
            (ProjectedGrid.british, 651_409.903, 313_177.270, 52.657_978, 1.716_053, 5e-5),
            (.lv95, 2_700_000, 1_100_000, 46.044_131, 8.730_497, 1e-5),
            (.lv03, 700_000, 100_000, 46.044_131, 8.730_497, 1e-5),
            (.utm(zone: 17, isNorth: true), 630_084, 4_833_438, 43.642_567, -79.387_139, 1e-5),
            (.utm(zone: 54, isNorth: true), 388_435.687_137, 3_949_293.978_149, 35.681_236, 139.767_125, 1e-7),
            (.utm(zone: 56, isNorth: false), 334_900.569_652, 6_252_288.752_889, -33.8568, 151.2153, 1e-7),
        ] {
            let place = try #require(grid.position(east: east, north: north))
            #expect(abs(place.latitude - latitude) < tolerance && abs(place.longitude - longitude) < tolerance, "\(grid) \(place)")
        }
        #expect(ProjectedGrid.lv95.position(east: 700_000, north: 100_000) == nil)
        #expect(ProjectedGrid.utm(zone: 61, isNorth: true).position(east: 500_000, north: 0) == nil)
    }

    @Test func zonesOfUTM() {
        for (text, zone) in [("54N", 54), ("54 north", 54), ("18T", 18), ("EPSG:32654", 54), ("UTM 33U", 33)] {
            #expect(PositionText.utm(zone: text, hemisphere: nil) == .utm(zone: zone, isNorth: true), "\(text)")
        }
        #expect(PositionText.utm(zone: "56", hemisphere: "S") == .utm(zone: 56, isNorth: false))
        #expect(PositionText.utm(zone: "56H", hemisphere: nil) == .utm(zone: 56, isNorth: false))
        for text in ["33S", "61N", "", "N", "33I1"] { #expect(PositionText.utm(zone: text, hemisphere: nil) == nil, "\(text)") }
    }

    /// A table of numbers is reported as having no position; a place name is not a position.
    @Test func aTableWithoutPositionsSaysSo() throws {
        let reader = try TrackInput.open(ByteSource(name: "made", bytes: Array("time,location,heart\n0,Tokyo,120\n".utf8)))
        #expect(reader.extraNames == ["heart"])
        #expect(
            reader.notes.count == 1 && reader.notes[0].contains("no column holds a position")
                && reader.notes[0].contains("time, location, heart") && !reader.notes[0].contains("\n"))
        let plane = TestTracks.read("time,location,x,y\n0,Stage,1,2\n")
        #expect(plane.fixes.first?.plane == PlanePoint(x: 1, y: 2))
    }

    @Test func remediesAreTrue() {
        let ais = TestTracks.read("MMSI,LAT,LON,SOG,IMO\n1,2,3,4,5\n").thrown
        #expect(ais?.message.contains("no column time") == true && ais?.remedy == "add a column time")
        let several = TestTracks.read("time,pickup_lat,pickup_lon,dropoff_lat,dropoff_lon\n0,1,2,3,4\n").thrown
        #expect(several?.message.contains("pickup_lat, dropoff_lat") == true && several?.remedy.contains("rename") == true)
        #expect(TestTracks.read("X,Y,time\n139.767125,35.681236,0\n").thrown?.remedy.contains("--plane m") == true)
        var metres = TrackReading()
        metres.plane = .metres
        #expect(TestTracks.read("X,Y,time\n139.767125,35.681236,0\n", reading: metres).fixes.count == 1)
    }
}
