// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// `amaoto where`: one answer from any source, or a message that there was none.
@Suite(.waiting) struct WhereTests {
    /// 34 m from Shinagawa's JR station and 27 m from the Yamanote line, computed in a plane from the map's own coordinates.
    private static let shinagawa = (latitude: 35.6285, longitude: 139.7388)

    private static func row(_ latitude: Double, _ longitude: Double, accuracy: Double, second: Int = 0) -> String {
        "{\"time\":\(1_767_653_235 + second),\"lat\":\(latitude),\"lon\":\(longitude),\"accuracy\":\(accuracy)}\n"
    }

    private static func here(accuracy: Double, second: Int = 0) -> String {
        row(shinagawa.latitude, shinagawa.longitude, accuracy: accuracy, second: second)
    }

    /// The pipe stays open and sends nothing, or nothing good: the time limit ends it.
    @Test func withoutAGoodFixInTimeItSaysSo() throws {
        let silent = try RunningProgram(["where", "-", "--timeout", "1"])
        #expect(silent.finish() == 1)
        #expect(
            silent.errors.contains("stdin: no accurate fix within 1 s; wait longer with --timeout\n") && silent.text.isEmpty,
            "\(silent.errors)")
        let vague = try RunningProgram(["where", "-", "--timeout", "1"])
        for (second, accuracy) in [1500.0, 900, 2000].enumerated() { try vague.type(Self.here(accuracy: accuracy, second: second)) }
        #expect(vague.finish() == 1)
        #expect(
            vague.errors.contains("stdin: no accurate fix within 1 s; the best was accurate to 900 m; raise --accuracy to accept it")
                && vague.text.isEmpty, "\(vague.errors)")
    }

    /// What cannot be read may be why.
    @Test func aFaultIsToldWithTheLackOfAFix() throws {
        let run = try RunningProgram(["where", "-", "--timeout", "2"])
        try run.type("time,lat,lon,accuracy\nnonsense,1,2,3\n2026-01-01T00:00:00Z,1,2,900\n")
        #expect(run.finish() == 1)
        #expect(run.errors.contains("stdin:2") && run.errors.contains("no accurate fix within 2 s"), "\(run.errors)")
    }

    @Test(arguments: [false, true]) func aFaultBeforeTheFixIsNoAnswerIfStrict(isStrict: Bool) throws {
        let rows = Data("time,lat,lon\nnonsense,1,2\n2026-01-01T00:00:00Z,1,2\n".utf8)
        let run = try Program.amaoto(["where", "-"] + (isStrict ? ["--strict"] : []), input: rows)
        #expect(run.status == (isStrict ? 4 : 0) && run.text.isEmpty == isStrict, "\(run.status) \(run.errors)")
        #expect(run.errors.contains("stdin:2") == isStrict, "\(run.errors)")
    }

    /// A source that ends before a good fix ends the wait.
    @Test func anEndWithoutAGoodFixIsSaid() throws {
        let run = try Program.amaoto("where", "-", "--timeout", "3600", input: Data(Self.here(accuracy: 900).utf8))
        #expect(run.status == 1 && run.text.isEmpty)
        #expect(
            run.errors.contains("stdin: there was no accurate fix; the best was accurate to 900 m; raise --accuracy to accept it"),
            "\(run.errors)")
    }

    @Test func anIdThatNoFixHasIsSaid() throws {
        let run = try Program.amaoto("where", "-", "--only", "tram", input: Data("time,id,lat,lon\n2026-01-01T00:00:00Z,bus,1,2\n".utf8))
        #expect(run.status == 4 && run.text.isEmpty)
        #expect(run.errors.contains("there is no usable fix with the id 'tram'"), "\(run.errors)")
    }

    @Test(arguments: [("40", 3), ("60", 1), ("5000", 0)]) func whatIsTooVagueIsPassedOver(limit: String, taken: Int) throws {
        let accuracies = [800.0, 50, 41, 40, 5]
        let rows = accuracies.enumerated().map { Self.row(35.5 + Double($0.offset) / 100, 139.7, accuracy: $0.element, second: $0.offset) }
        // The pipe stays open: the answer comes as soon as the good fix is there.
        let run = try RunningProgram(["where", "-", "--json", "--accuracy", limit, "--timeout", "30"])
        try run.type(rows.joined())
        #expect(run.finish() == 0, "\(run.errors)")
        let place = try PrintedJSON.object(run.printed)
        #expect(place["accuracy"] as? Double == accuracies[taken])
        let latitude = try #require(place["lat"] as? Double)
        #expect(abs(latitude - 35.5 - Double(taken) / 100) < 1e-9)
    }

    @Test func atAStationItNamesItAndItsLines() throws {
        let input = Data(Self.here(accuracy: 5).utf8)
        let run = try Program.mustSucceed("where", "-", "--count", "5", input: input)
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "35.628500, 139.738800, within 5 m", "\(run.text)")
        let stations = try #require(lines.firstIndex(of: "Stations")), railways = try #require(lines.firstIndex(of: "Lines"))
        try #require(stations + 1 < railways)
        let nearest = lines[stations + 1]
        #expect(nearest.hasPrefix("  Shinagawa ") && nearest.contains(" 34 m  ") && nearest.contains("JR Yamanote Line JY25"), "\(nearest)")
        #expect(lines[railways...].contains { $0.hasSuffix(" 27 m  JR Yamanote Line (JR-East.Yamanote)") }, "\(run.text)")
        let japanese = try Program.amaoto("where", "-", "--lang", "ja", input: input)
        #expect(japanese.status == 0 && japanese.text.contains("品川") && japanese.text.contains("JR山手線"), "\(japanese.text)")

        let json = try Program.mustSucceed("where", "-", "--json", "--count", "5", input: input)
        let place = try PrintedJSON.object(json.output)
        #expect(place["lat"] as? Double == Self.shinagawa.latitude && place["lon"] as? Double == Self.shinagawa.longitude)
        let station = try #require((place["stations"] as? [[String: Any]])?.first)
        #expect(station["name"] as? String == "Shinagawa")
        let distance = try #require(station["distance"] as? Double)
        #expect(abs(distance - 34.0) < 0.5)
        #expect((station["lines"] as? [String])?.contains("JR Yamanote Line JY25") == true)
        let found = try #require(place["lines"] as? [[String: Any]])
        #expect(found.count == 5)
        let yamanote = try #require(found.first { $0["id"] as? String == "JR-East.Yamanote" })
        let off = try #require(yamanote["distance"] as? Double)
        #expect(yamanote["name"] as? String == "JR Yamanote Line" && abs(off - 27.1) < 0.5)
        let distances = found.compactMap { $0["distance"] as? Double }
        #expect(distances == distances.sorted())
    }

    /// A phone posts its position, at first inaccurately; the listener ends with its answer.
    @Test(.needs("curl")) func aPhoneThatPostsIsTheAnswer() throws {
        let port = try freePort()
        let run = try RunningProgram(["where", "http://:\(port)", "--timeout", "60"])
        try run.wait { run.errors.contains("listening") }
        func post(_ accuracy: Int) throws -> ProgramRun {
            let place = "{\"_type\":\"location\",\"lat\":35.6285,\"lon\":139.7388,\"tst\":1767653235,\"acc\":\(accuracy)}"
            return try Program.shell("curl -s -m 10 -o /dev/null -w '%{http_code}' -d '\(place)' http://127.0.0.1:\(port)/")
        }
        #expect(try post(2000).text == "200")
        #expect(run.isRunning && run.text.isEmpty)
        // It may exit before the phone receives the response.
        _ = try post(12)
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(run.text.hasPrefix("35.628500, 139.738800, within 12 m\n") && run.text.contains("Shinagawa"), "\(run.text)")
    }
}
