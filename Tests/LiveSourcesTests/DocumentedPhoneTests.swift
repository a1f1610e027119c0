// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import LiveSources
import TestTraits
import Testing
import Tracking

/// The settings in the table of docs/live.md, filled in as by the apps, and the other messages that the apps send: the values
/// come out as they went in.
@Suite(.tags(.alone), .serialized) struct DocumentedPhoneTests {
    private static let page = TestData.root.appendingPathComponent("docs/live.md")

    /// The query that the page documents for an app.
    private static func target(_ app: String) throws -> String {
        let text = try String(contentsOf: page, encoding: .utf8)
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(app) |") })
        let address = try #require(row.split(separator: "`").first { $0.hasPrefix("http://HOST:8080/") })
        return String(address).replacing("http://HOST:8080/", with: "").replacing("token=...", with: "token=a%20long%20secret")
    }

    private func listener() async throws -> (taken: Taken, url: String) { try await PhoneEnds.listener(token: "a long secret") }

    private func only(_ taken: Taken) async throws -> Fix {
        try await eventually("it comes") { taken.fixes.count == 1 }
        return try #require(taken.fixes.first)
    }

    private static let moment = TrackTime(nanoseconds: 1_767_592_145_250_000_000)

    @Test(.needs("curl")) func gpsLogger() async throws {
        let (taken, url) = try await listener()
        let target = try Self.target("GPSLogger").replacing("%LAT", with: "35.5").replacing("%LON", with: "139.5")
            .replacing("%TIME", with: "2026-01-05T05:49:05.250Z").replacing("%SPD", with: "1.25").replacing("%ACC", with: "3.79").replacing(
                "%DIR", with: "270.5")
        #expect(try await PhoneEnds.status([url + target]) == "200")
        let fix = try await only(taken)
        #expect(fix.latitude == 35.5 && fix.longitude == 139.5 && fix.time == Self.moment)
        #expect(fix.speed == 1.25 && fix.accuracy == 3.79 && fix.course == 270.5)
    }

    @Test(.needs("curl")) func osmAnd() async throws {
        let (taken, url) = try await listener()
        let target = try Self.target("OsmAnd").replacing("{0}", with: "35.5").replacing("{1}", with: "139.5").replacing(
            "{2}", with: "1767592145250"
        )
        .replacing("{3}", with: "2.0").replacing("{4}", with: "7").replacing("{5}", with: "2.5")
        #expect(try await PhoneEnds.status(["-g", url + target]) == "200")
        let fix = try await only(taken)
        #expect(fix.latitude == 35.5 && fix.longitude == 139.5 && fix.time == Self.moment && fix.track == "me")
        #expect(fix.speed == 2.5 && fix.accuracy == 10 && fix.altitude == 7)
    }

    /// The query of version 8, posted without a body, and the JSON of version 9, which repeats the query inside.
    @Test(.needs("curl"), arguments: [false, true]) func traccarClient(isNew: Bool) async throws {
        let (taken, url) = try await listener()
        let target = try Self.target("Traccar Client, Overland, Sensor Logger")
        let query = "&id=77&timestamp=1767592145&lat=35.5&lon=139.5&speed=10&bearing=90&altitude=3&accuracy=4&batt=55"
        let json = """
            {"location":{"timestamp":"2026-01-05T05:49:05.250Z","coords":{"latitude":35.5,"longitude":139.5,"accuracy":4,"speed":2.5,
            "heading":90,"altitude":3},"is_moving":true,"odometer":12,"battery":{"level":0.88,"is_charging":false},"activity":{"type":"still"},
            "extras":{},"_":"&id=1&lat=1&lon=1&timestamp=1&"},"device_id":"77"}
            """
        let sent =
            isNew ? ["-H", "Content-Type: application/json", "--data-binary", json, url + target] : ["-X", "POST", url + target + query]
        #expect(try await PhoneEnds.status(sent) == "200")
        let fix = try await only(taken)
        #expect(
            fix.latitude == 35.5 && fix.longitude == 139.5 && fix.track == "77" && fix.course == 90 && fix.altitude == 3
                && fix.accuracy == 4)
        #expect(fix.speed == (isNew ? 2.5 : 10 * 1852 / 3600.0))
    }

    /// A form in the body, as Traccar Client 10 sends.
    @Test(.needs("curl")) func traccarClientsForm() async throws {
        let (taken, url) = try await listener()
        let target = try Self.target("Traccar Client, Overland, Sensor Logger")
        #expect(try await PhoneEnds.status(["-d", "id=77&timestamp=1767592145&lat=35.5&lon=139.5&accuracy=4", url + target]) == "200")
        #expect(try await only(taken).track == "77")
    }

    /// Several positions in one post, which Overland sends again until the answer is this object.
    @Test(.needs("curl")) func overland() async throws {
        let (taken, url) = try await listener()
        let features = [145, 146].map {
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[139.5,35.5]},"properties":{"timestamp":"2026-01-05T05:49:0\($0 - 140)Z",
            "altitude":7,"speed":-1,"course":270,"horizontal_accuracy":4,"motion":["walking"],"device_id":"jane","battery_level":0.89}}
            """
        }
        let body = "{\"locations\":[\(features.joined(separator: ","))],\"current\":\(features[0])}"
        let peer = try Peer(
            [
                "curl", "-s", "-m", "10", "-H", "Content-Type: application/json", "--data-binary", body,
                url + (try Self.target("Traccar Client, Overland, Sensor Logger")),
            ])
        await peer.finish()
        #expect(peer.said == #"{"result":"ok"}"#)
        try await eventually("they come") { taken.fixes.count == 2 }
        let fix = try #require(taken.fixes.first)
        #expect(fix.latitude == 35.5 && fix.longitude == 139.5 && fix.track == "jane" && fix.course == 270 && fix.altitude == 7)
        #expect(fix.speed == nil && fix.accuracy == 4)
    }

    /// A post with the readings of several sensors.
    @Test(.needs("curl")) func sensorLogger() async throws {
        let (taken, url) = try await listener()
        let body = """
            {"messageId":3,"sessionId":"s","deviceId":"d","payload":[{"name":"accelerometer","time":1767592145240000000,"values":{"x":0.1,"y":0.2,
            "z":9.8}},{"name":"location","time":1767592145250000000,"values":{"latitude":35.5,"longitude":139.5,"speed":2.5,"bearing":270,
            "horizontalAccuracy":4,"verticalAccuracy":3,"altitude":7}}]}
            """
        let target = try Self.target("Traccar Client, Overland, Sensor Logger")
        #expect(try await PhoneEnds.status(["-H", "Content-Type: application/json", "--data-binary", body, url + target]) == "200")
        let fix = try await only(taken)
        #expect(fix.latitude == 35.5 && fix.longitude == 139.5 && fix.time == Self.moment && fix.speed == 2.5)
        #expect(fix.course == 270 && fix.accuracy == 4 && fix.altitude == 7 && fix.plane == nil)
        #expect(taken.faults.isEmpty)
    }

    /// A status, an entered region and a location, one post each, with the token as password.
    @Test(.needs("curl")) func ownTracks() async throws {
        let (taken, url) = try await listener()
        for body in [
            #"{"_type":"lwt","tst":1767592140}"#, #"{"_type":"status","tst":1767592141}"#,
            #"{"_type":"transition","event":"enter","desc":"home","tid":"ne","tst":1767592142,"lat":35.4,"lon":139.4,"acc":10,"t":"c"}"#,
            #"{"_type":"location","BSSID":"d8:b1","acc":12,"alt":50,"batt":81,"cog":270,"conn":"w","created_at":1767592999,"lat":35.5,"lon":139.5,"t":"u","tid":"ne","tst":1767592145,"vac":3,"vel":36,"topic":"owntracks/jane/phone"}"#,
        ] {
            #expect(
                try await PhoneEnds.status(["-u", "jane:a long secret", "-H", "Content-Type: application/json", "-d", body, url]) == "200")
        }
        let fix = try await only(taken)
        #expect(
            fix.latitude == 35.5 && fix.longitude == 139.5 && fix.speed == 10 && fix.course == 270 && fix.accuracy == 12
                && fix.altitude == 50)
        #expect(fix.track == "owntracks/jane/phone")
        #expect(taken.faults.isEmpty)
    }
}
