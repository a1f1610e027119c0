// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Railways

@Suite(.computing) struct RailwaySearchTests {
    private static let map = Result { try RailwayLibrary.greaterTokyo().map }

    @Test(arguments: ["Tochōmae", "tochomae", "都庁前", " TOCHO-MAE ", "Toei.Oedo.Tochomae"])
    func aStationIsFoundByAnyOfItsNames(_ text: String) throws {
        let map = try Self.map.get()
        let found = map.stations(named: text).map { map[$0].id }
        #expect(found.first == "Toei.Oedo.Tochomae" && found.allSatisfy { $0.hasPrefix("Toei.Oedo.Tochomae") })
    }

    @Test func aPlaceWhereLinesMeetIsFoundOnceForEach() throws {
        let map = try Self.map.get()
        let found = map.stations(named: "Shinagawa").map { map[$0].id }
        #expect(Set(found).isSuperset(of: ["JR-East.Yamanote.Shinagawa", "Keikyu.Main.Shinagawa", "JR-East.Tokaido.Shinagawa"]))
        #expect(map.stations(named: "").isEmpty && map.stations(named: "-").isEmpty)
        #expect(map.stations(named: "Atlantis").isEmpty)
        #expect(map.namesMeant(by: "Shinagwa") == ["Shinagawa"])
        #expect(map.namesMeant(by: "qqqqqqqqqqqq").isEmpty && map.namesMeant(by: "").isEmpty)
    }

    @Test(arguments: [
        ("Shinagawa Station", "JR-East.Yamanote.Shinagawa"), ("品川駅", "JR-East.Yamanote.Shinagawa"),
        ("Oshiage", "Toei.Asakusa.Oshiage"), ("押上", "Toei.Asakusa.Oshiage"), ("Oshiage Station", "Toei.Asakusa.Oshiage"),
    ])
    func aNameNeedsNeitherTheWordStationNorItsBrackets(_ text: String, _ id: String) throws {
        let found = try Self.map.get().stations(called: text)
        let place = id.split(separator: ".").last ?? ""
        #expect(found.contains(id) && found.allSatisfy { $0.hasSuffix(".\(place)") })
    }

    @Test(arguments: ["おおさき", "オオサキ", "ｵｵｻｷ", "おおさき駅", "Oosaki", "OUSAKI", "Oosaki Station"])
    func aJapaneseNameIsFoundInAnySpelling(_ text: String) throws {
        let found = try Self.map.get().stations(called: text)
        #expect(found.contains("JR-East.Yamanote.Osaki") && found.allSatisfy { $0.hasSuffix(".Osaki") }, "\(found)")
    }

    @Test func kanaAreWrittenAsTheySound() {
        for (kana, latin) in [
            ("しぶや", "Shibuya"), ("きちじょうじ", "Kichijōji"), ("にっぽり", "Nippori"), ("はっちょうぼり", "Hatchōbori"), ("ちばちゅうおう", "Chiba-chūō"),
            ("しんばし", "Shimbashi"), ("りょうごく", "Ryōgoku"), ("ひゃくにんちょう", "Hyakuninchō"), ("パーク", "Pāku"), ("がくげいだいがく", "Gakugei-daigaku"),
        ] { #expect(JapaneseSpelling.key(kana) == JapaneseSpelling.key(latin), "\(latin)") }
        #expect(JapaneseSpelling.key("うえの") != JapaneseSpelling.key("Uena"))
    }

    @Test func lettersOfALanguageMayBeWrittenWithoutItsKeys() {
        for (name, typed) in [
            ("Łódź", "Lodz"), ("Nørreport", "norreport"), ("Đà Nẵng", "Da Nang"), ("Kadıköy", "KADIKOY"), ("Weißensee", "Weissensee"),
        ] { #expect(RailwayMap.isSameName(name, typed), "\(name)") }
        #expect(!RailwayMap.isSameName("Ålborg", "Alborgo"))
    }

    @Test func anUnknownStationBringsUpTheNamesThatBeginSoOrTheClosest() throws {
        let map = try Self.map.get()
        let airport = map.namesMeant(by: "Haneda Airport")
        #expect(airport.count > 1 && airport.allSatisfy { $0.hasPrefix("Haneda Airport") })
        #expect(map.namesMeant(by: "羽田空港").allSatisfy { $0.hasPrefix("羽田空港") })
        #expect(map.namesMeant(by: "Oomiya") == ["Ōmiya"])
        #expect(map.namesMeant(by: "Uenoo") == ["Ueno", "Ueno-okachimachi"])
    }

    @Test func theNearestAreThoseOfTheGreatCircle() throws {
        let map = try Self.map.get()
        for (latitude, longitude) in [(35.6812, 139.7671), (35.4437, 139.638), (36.3, 138.9), (34.0, 151.0), (-35.0, -40.0)] {
            let nearby = map.near(latitude: latitude, longitude: longitude)
            let all = map.railways.flatMap(\.stations).compactMap { station in
                station.position.map { (station.id, haversine(latitude, longitude, $0)) }
            }
            #expect(nearby.stations.count == all.count)
            let nearest = try #require(all.map(\.1).min())
            let found = try #require(nearby.stations.first)
            // A sphere is up to half a percent off the ellipsoid.
            #expect(abs(found.distance - nearest) <= 0.006 * nearest + 0.1)
            #expect(zip(nearby.stations, nearby.stations.dropFirst()).allSatisfy { $0.distance <= $1.distance })
            #expect(nearby.railways.count == map.railways.count)
            #expect(map.near(latitude: latitude, longitude: longitude, within: found.distance - 0.5).stations.isEmpty)
        }
        #expect(map.near(latitude: .nan, longitude: 0).stations.isEmpty && map.near(latitude: 0, longitude: 400).railways.isEmpty)
    }

    @Test func theAntimeridianIsNoEdge() throws {
        let map = RailwayMap.rich
        // In the middle of the piece that crosses it, from either side.
        for longitude in [179.9999, -179.9999, 180.0, -180.0] {
            let nearby = map.near(latitude: -16.801, longitude: longitude)
            let line = try #require(nearby.railways.first)
            #expect(map.railways[line.railway].id == "Toy.Taveuni")
            // A thousandth of a degree of latitude is 110.6 m here.
            #expect(abs(line.distance - 110.6) < 1)
            let stations = nearby.stations.prefix(2).map { map[$0.found].name.text() }
            #expect(Set(stations) == ["West", "East"])
        }
        // 0.04 degrees of longitude at 16.8 S and 0.1 of latitude.
        let survey = RailwaySurvey(map.railways[1])
        #expect(abs(survey.length - (4265 + 11_116)) < 20 && survey.gaps.isEmpty && !survey.isLoop)
        #expect(abs(survey.undergroundLength - 11_116) < 10)
    }

    @Test func theSurveyNamesWhatIsOdd() {
        let map = RailwayMap.rich
        #expect(RailwaySurvey(map.railways[0]).isLoop)
        #expect(RailwaySurvey(map.railways[0]).oddities == ["Toy.Ring.lost has no coordinates"])
        #expect(RailwaySurvey(map.railways[2]).oddities == ["it has no track", "it has one station"])
        var torn = map.railways[1]
        torn.segments[1].points[0].latitude = -16.82
        torn.stations[0].position = .init(latitude: -16.7, longitude: 179.99)
        let oddities = RailwaySurvey(torn).oddities
        #expect(oddities.first == "a gap of 2.2 km in its track at -16.8000,-179.9800")
        #expect(oddities.last?.hasPrefix("Toy.Taveuni.West lies 11.1 km") == true)
    }

    private func haversine(_ latitude: Double, _ longitude: Double, _ other: Railway.Position) -> Double {
        let a = latitude * .pi / 180, b = other.latitude * .pi / 180
        let d = (other.longitude - longitude) * .pi / 180
        let h = pow(sin((b - a) / 2), 2) + cos(a) * cos(b) * pow(sin(d / 2), 2)
        return 2 * 6_371_008.8 * asin(min(1, sqrt(h)))
    }

    @Test func anUnknownLanguageNamesTheOneThatWasMeant() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        #expect(map.missing(["jp"]) == "no name is in jp; did you mean ja?")
        #expect(map.missing(["xx-unknown"])?.contains("the languages are ") == true)
        for known in [[], ["ja"], ["ja-JP"], ["zh"], ["jp", "en"]] { #expect(map.missing(known) == nil) }
    }
}
