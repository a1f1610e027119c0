// SPDX-License-Identifier: MIT
import Testing

@testable import Tracking

/// Messages of Helsinki's vehicles, as their documentation shows them.
@Suite struct FleetPositionTests {
    private func decode(_ text: String, _ decoder: inout ReportDecoder) throws -> Fix? {
        try Array(text.utf8).withUnsafeBufferPointer { try decoder.decode($0) }
    }

    private func message(_ event: String, topic: String, second: Int, _ rest: String = "") -> String {
        #"{"topic":"\#(topic)","\#(event)":{"desi":"I","dir":"1","oper":90,"veh":1035,"tst":"2026-01-05T06:40:\#(second).629Z","tsi":1767595228,"spd":21.71,"hdg":67,"lat":60.256949,"long":24.987111,"acc":-0.42,"dl":-21,"odo":4100,"drst":0,"oday":"2026-01-05","jrn":202,"line":279,"start":"08:32","loc":"GPS","stop":null,"route":"3001I","occu":0\#(rest)}}"#
    }

    /// `acc` is an acceleration and no accuracy, `dir` a route's direction and no course; the rest of the numbers become columns,
    /// whatever the event.
    @Test func membersMeanWhatTheDocumentationSays() throws {
        var decoder = ReportDecoder(source: "hfp")
        let topic = "/hfp/v2/journey/ongoing/vp/train/0090/01035/3001I/1/Kerava/08:32/4810551/4/60;24/29/57/68"
        let fix = try #require(try decode(message("VP", topic: topic, second: 28), &decoder))
        #expect(fix.time?.description == "2026-01-05T06:40:28.629Z" && fix.latitude == 60.256949 && fix.longitude == 24.987111)
        #expect(fix.speed == 21.71 && fix.course == 67 && fix.accuracy == nil && fix.track == "0090/01035")
        let names = decoder.extraNames
        let (delay, acceleration) = (try #require(names.firstIndex(of: "dl")), try #require(names.firstIndex(of: "acc")))
        #expect(fix.extras[delay] == -21 && fix.extras[acceleration] == -0.42)

        let doors = try #require(
            try decode(message("DOO", topic: topic.replacing("/vp/", with: "/doo/"), second: 31, #","drst":1"#), &decoder))
        #expect(doors.track == fix.track && doors.extras[delay] == -21 && decoder.extraNames == names)
    }

    /// The topic changes while the vehicle moves; the track does not. Other topics name their tracks in full.
    @Test func aVehicleIsOneTrack() throws {
        var decoder = ReportDecoder(source: "hfp")
        let tracks = try ["60;24/29/57/68", "60;24/29/57/69", "60;24/29/58/60"].map {
            try decode(
                message("VP", topic: "/hfp/v2/journey/ongoing/vp/metro/0050/00107/31M1/1/Vuosaari/08:32/1020602/4/\($0)", second: 28),
                &decoder)?.track
        }
        #expect(tracks == ["0050/00107", "0050/00107", "0050/00107"])
        for topic in ["/hfp/v2/journey/ongoing/vp/metro/0050", "hfp/v2/journey/ongoing/vp/metro/0050/00107/31M1", "owntracks/hfp/v2"] {
            #expect(try decode(message("VP", topic: topic, second: 28), &decoder)?.track == topic)
        }
    }

    /// A vehicle without a position still says that it is there.
    @Test func aVehicleWithoutAPosition() throws {
        var decoder = ReportDecoder(source: "hfp")
        let fix = try #require(
            try decode(
                #"{"VP":{"desi":"I","veh":1035,"tst":"2026-01-05T06:40:28.629Z","lat":null,"long":null,"acc":null,"loc":"N/A"}}"#, &decoder)
        )
        #expect(fix.latitude == nil && fix.longitude == nil && fix.course == nil)
    }
}
