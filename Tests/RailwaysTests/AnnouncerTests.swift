// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Announcements of a ride, on the shipped map.
@Suite(.computing) struct AnnouncerTests {
    private static func channels(_ values: [(String, String)], _ numbers: [(String, Double)] = []) -> ChannelValues {
        var channels = ChannelValues()
        for (name, value) in values { channels[name] = .category(value) }
        for (name, value) in numbers { channels[name] = .number(value) }
        return channels
    }

    private static let yamanote = [("line", "JR-East.Yamanote"), ("station", "JR-East.Yamanote.Shinagawa"), ("phase", "upcoming")]

    private func announcer(_ languages: [String] = []) throws -> Announcer {
        Announcer(RailwayNames(try RailwayLibrary.greaterTokyo().map, languages: languages))
    }

    @Test func anEnglishVoiceSaysEnglishNames() throws {
        let approaching = TrackEvent(.approaching, subject: "JR-East.Yamanote.Shinagawa"), channels = Self.channels(Self.yamanote)
        let announcer = try announcer(["ja"])
        #expect(announcer.sentence(approaching, channels: channels) == "Approaching 品川")
        #expect(announcer.inEnglish.sentence(approaching, channels: channels) == "Approaching Shinagawa")
    }

    @Test func eventsHaveWords() throws {
        let announcer = try announcer()
        let channels = Self.channels(Self.yamanote)
        #expect(
            announcer.sentence(TrackEvent(.approaching, subject: "JR-East.Yamanote.Shinagawa"), channels: channels)
                == "Approaching Shinagawa")
        #expect(announcer.sentence(TrackEvent(.fixLost), channels: channels) == "Lost the fix")
        #expect(announcer.sentence(TrackEvent(.passed, subject: "unknown.id"), channels: channels) == "Passed unknown.id")
        #expect(announcer.sentence(TrackEvent(.entered, subject: "Old Town"), channels: channels) == "Entered Old Town")
        let japanese = try self.announcer(["ja"])
        #expect(japanese.sentence(TrackEvent(.arrived, subject: "JR-East.Yamanote.Shinagawa"), channels: channels) == "Arrived at 品川")
    }

    /// A line named after its ends is called by its code.
    @Test func aLineIsNamedInASentence() {
        var metro = Railway(id: "B", name: LocalizedName("Ciudad Azteca - Buenavista"), color: "#000000")
        metro.code = "B"
        var map = RailwayMap()
        map.railways = [metro, Railway(id: "R", name: LocalizedName("Red Line"), color: "#000000")]
        let announcer = Announcer(RailwayNames(map))
        func said(_ event: TrackEvent.Kind, _ line: String) -> String {
            announcer.sentence(TrackEvent(event, subject: line), channels: Self.channels([("line", line)]))
        }
        #expect(said(.onTrain, "B") == "On Line B" && said(.lineChanged, "B") == "Now on Line B")
        #expect(said(.onTrain, "R") == "On the Red Line" && said(.lineChanged, "R") == "Now on the Red Line")
    }

    @Test func aDoubtfulLineHasTwoNames() throws {
        let announcer = try announcer()
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: Fix())
        let two = Self.yamanote + [("runnerUp", "JR-East.KeihinTohokuNegishi")]
        update.channels = Self.channels(two, [("runnerUpShare", 0.4)])
        #expect(announcer.whereabouts(update).hasPrefix("JR Yamanote Line or JR Keihin-T"), "\(announcer.whereabouts(update))")
        update.channels = Self.channels(two, [("runnerUpShare", 0.05)])
        #expect(announcer.whereabouts(update).hasPrefix("JR Yamanote Line, "))
    }

    @Test func linesOfOneNameAreNamedOnce() {
        var map = RailwayMap()
        map.railways = ["M", "osaka:M"].map { Railway(id: $0, name: LocalizedName("Midosuji Line"), color: "#000000") }
        let channels = Self.channels([("line", "M"), ("runnerUp", "osaka:M")], [("runnerUpShare", 0.5)])
        let said = Announcer(RailwayNames(map)).sentence(TrackEvent(.onTrain, subject: "M"), channels: channels)
        #expect(said == "On the Midosuji Line")
    }

    @Test func aDoubtfulDestinationSaysSo() throws {
        let announcer = try announcer()
        func said(_ event: TrackEvent.Kind, line: Double = 0.9, stop: Double? = nil) -> String {
            announcer.sentence(
                TrackEvent(event, subject: "JR-East.Yamanote.Ebisu"),
                channels: Self.channels(Self.yamanote, [("confidence", line)] + (stop.map { [("alightingConfidence", $0)] } ?? [])))
        }
        #expect(said(.destinationPassed) == "You passed Ebisu; next stop Shinagawa")
        #expect(said(.destinationPassed, line: 0.3) == "Perhaps: You passed Ebisu; next stop Shinagawa")
        #expect(said(.destinationSoon, stop: 0.9) == "Get ready for Ebisu, your destination")
        #expect(said(.destinationSoon, stop: 0.3) == "Perhaps: Get ready for Ebisu, your destination")
        // Two lines side by side: the rider gets off there on either.
        #expect(said(.destinationSoon, line: 0.5, stop: 0.9) == "Get ready for Ebisu, your destination")
        #expect(said(.wrongWay) == "Ebisu is the other way; next stop Shinagawa")
        #expect(said(.wrongLine) == "Ebisu is not on this line; next stop Shinagawa")
    }

    /// A rider who has a change ahead hears where it is: the nearest that leads there ahead of the train, else one behind.
    @Test func aWrongLineNamesTheChange() throws {
        let announcer = try announcer()
        let line = try #require(announcer.names.railway("TokyoMetro.Ginza"))
        func said(_ destination: String, direction: String?) throws -> String {
            let channels = Self.channels([
                ("line", line.id), ("station", "TokyoMetro.Ginza.Toranomon"), ("direction", try #require(direction)),
            ])
            return announcer.sentence(TrackEvent(.wrongLine, subject: destination), channels: channels)
        }
        let ebisu = "JR-East.Yamanote.Ebisu"
        #expect(try said(ebisu, direction: line.ascending) == "Ebisu is not on this line; change at Shibuya")
        #expect(try said(ebisu, direction: line.descending) == "Ebisu is not on this line; change at Shimbashi")
        // Expresses run through Yoyogi-Hachiman.
        let odakyu = try #require(announcer.names.railway("Odakyu.Odawara"))
        let channels = Self.channels([
            ("line", odakyu.id), ("station", "Odakyu.Odawara.MinamiShinjuku"), ("direction", try #require(odakyu.ascending)),
        ])
        #expect(
            announcer.sentence(TrackEvent(.wrongLine, subject: "TokyoMetro.Chiyoda.Sendagi"), channels: channels)
                == "Sendagi is not on this line; change at Yoyogi-Uehara")
        // One change is not enough.
        #expect(try said("Yamaman.Yukarigaoka.ChikuCenter", direction: line.ascending).hasSuffix("; next stop Toranomon"))
    }

    /// On the loop the two directions lead to different stations, both a quarter of it ahead; on an open line to its ends.
    @Test func directionsLeadSomewhere() throws {
        let names = try announcer().names
        let loop = try #require(names.railway("JR-East.Yamanote"))
        #expect(loop.isLoop)
        let ways = [loop.ascending, loop.descending].compactMap(\.self).map {
            names.destination(line: loop.id, direction: $0, from: "JR-East.Yamanote.Shinagawa")
        }
        #expect(ways[0] != nil && ways[1] != nil && ways[0] != ways[1])
        let open = try #require(names.railway("TokyoMetro.Ginza"))
        #expect(!open.isLoop)
        let ends = [open.ascending, open.descending].compactMap(\.self).map { names.destination(line: open.id, direction: $0) }
        #expect(Set(ends) == ["Asakusa", "Shibuya"])
        #expect(names.destination(line: open.id, direction: "sideways") == nil)
    }

    /// The track says whether a line is a loop, as for the tracker: not whether its ends are near each other, nor whether all of
    /// its stations have coordinates.
    @Test func theTrackSaysWhetherALineIsALoop() throws {
        var map = try RailwayLibrary.greaterTokyo().map
        let index = try #require(map.railways.firstIndex { $0.id == "JR-East.Yamanote" })
        let full = RailwayNames(map)
        map.railways[index].stations[0].position = nil
        let (names, loop) = (RailwayNames(map), map.railways[index])
        let way = try #require(loop.ascending)
        #expect(loop.isLoop && RailwaySurvey(loop).isLoop && TrackPath(loop).isRing)
        for station in loop.stations {
            let destination = names.destination(line: loop.id, direction: way, from: station.id)
            #expect(destination != nil && destination == full.destination(line: loop.id, direction: way, from: station.id))
        }
        // A horseshoe: 12 stations every 1.4 km, and so far apart are its ends, too.
        var horseshoe = Railway(id: "N1", name: LocalizedName("Night"), color: "#000000")
        let places = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)].map { y, x in
            Railway.Position(latitude: Double(y) * 0.0126, longitude: Double(x) * 0.0126)
        }
        horseshoe.segments = [.init(isUnderground: false, points: places)]
        horseshoe.stations = places.enumerated().map { .init(id: "\($0)", name: LocalizedName("Stop \($0)"), position: $1) }
        #expect(!horseshoe.isLoop && !RailwaySurvey(horseshoe).isLoop && !TrackPath(horseshoe).isRing)
        map.railways = [horseshoe]
        let ends = RailwayNames(map)
        #expect(ends.destination(line: "N1", direction: "ascending", from: "2") == "Stop 11")
        #expect(ends.destination(line: "N1", direction: "descending", from: "2") == "Stop 0")
    }

    @Test func whereaboutsNameLineStationDistanceAndAccuracy() throws {
        let announcer = try announcer()
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: Fix())
        update.channels = Self.channels(Self.yamanote, [("distanceToStation", 643), ("accuracy", 8.2), ("speed", 20)])
        let text = announcer.whereabouts(update)
        #expect(
            text.contains("Yamanote Line, next station Shinagawa in 640 m") && text.contains("accurate to 8 m") && text.contains("72 km/h"),
            "\(text)")
        update.channels = Self.channels([], [("distanceToStation", .infinity), ("speed", .nan), ("accuracy", 1e300)])
        _ = announcer.whereabouts(update)
    }

    /// The Yamanote Line is a loop, whose stations are listed clockwise or not.
    @Test func whereaboutsCountTheStationsToTheDestination() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        let line = try #require(map.railways.first { $0.id == "JR-East.Yamanote" })
        let goal = try RailwayDestination(called: "Shibuya", on: map, points: [])
        let announcer = Announcer(RailwayNames(map), goal: goal)
        func said(_ station: String, _ phase: String, _ direction: String) -> String {
            var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: Fix())
            update.channels = Self.channels([
                ("line", line.id), ("station", "\(line.id).\(station)"), ("phase", phase), ("direction", direction),
            ])
            return announcer.whereabouts(update)
        }
        let ways = try [line.ascending, line.descending].map { try #require($0) }
        for ahead in ["1 station", "\(line.stations.count - 1) stations"] {
            #expect(ways.contains { said("Ebisu", "upcoming", $0).hasSuffix(", next station Ebisu, Shibuya \(ahead) after it") })
        }
        #expect(said("Shibuya", "upcoming", ways[0]).hasSuffix(", next station Shibuya, your destination"))
        #expect(said("Shibuya", "visiting", ways[0]).hasSuffix(", at Shibuya, your destination"))
    }

    @Test func figuresAreRoundedAwayFromZeroAndZeroHasNoSign() {
        let words = [(-0.3, 0), (0.5, 0), (-2.5, 0), (0.25, 1), (-0.04, 1), (139.7671, 4), (1e15, 0), (.infinity, 0), (.nan, 1)].map {
            PlainFigure.of($0, decimals: $1)
        }
        #expect(words == ["0", "1", "-3", "0.3", "0.0", "139.7671", "?", "?", "?"])
        #expect(Railway.Position(latitude: -35.00004, longitude: -0.00004).words == "-35.0000,0.0000")
    }

    @Test func aLanguageIsFoundUnderAWiderOrANarrowerTag() {
        let name = LocalizedName([
            .init(language: "ja", text: "東京"), .init(language: "en", text: "Tōkyō"), .init(language: "zh-Hans", text: "东京"),
            .init(language: "zh-Hant", text: "臺北"),
        ])
        let wanted = ["zh", "zh-Hant", "JA", "ja-JP", "j", "xx", "", "zh-TW"]
        #expect(wanted.map { name.text([$0]) } == ["东京", "臺北", "東京", "東京", "Tōkyō", "Tōkyō", "Tōkyō", "Tōkyō"])
        #expect(name.text(["ko", "zh", "ja"]) == "东京")
        // English, for want of the given language, may be that of a country.
        let american = LocalizedName([.init(language: "de-DE", text: "Flughafen"), .init(language: "en-US", text: "Airport")])
        #expect(american.text(["fr"]) == "Airport" && american.text(["de"]) == "Flughafen")
    }

    @Test func aWordFindsStationsAndLines() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        for word in ["Shin-Okubo", "shin okubo", "新大久保", "JR-East.Yamanote.ShinOkubo"] {
            #expect(try map.stations(called: word).contains("JR-East.Yamanote.ShinOkubo"), "\(word)")
        }
        #expect(try map.stations(called: "Shinagawa").count > 2, "every railway's station there")
        #expect(try map.line(called: "JR Yamanote Line") == "JR-East.Yamanote")
        #expect(try map.line(called: "jr-east.yamanote") == "JR-East.Yamanote")
        let station = #expect(throws: RailwayError.self) { try map.stations(called: "Shinagwa") }
        #expect(station?.remedy == "did you mean Shinagawa?")
        #expect(throws: RailwayError.self) { try map.line(called: "") }
    }
}
