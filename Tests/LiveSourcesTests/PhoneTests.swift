// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import LiveSources
import TestTraits
import Testing
import Tracking

/// Phones, simulated with curl.
@Suite(.tags(.alone), .serialized) struct PhoneTests {
    private static let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235,\"vel\":36}"

    private func status(_ arguments: String...) async throws -> String { try await PhoneEnds.status(arguments) }

    @Test(.needs("curl")) func postsAndQueriesAreFixes() async throws {
        let (taken, url) = try await PhoneEnds.listener()
        #expect(try await status("-d", Self.place, url + "pub") == "200")
        try await eventually("it comes") { taken.fixes.count == 1 }
        #expect(taken.fixes.first?.speed == 10)
        #expect(try await status(url) == "400")
        let folder = try Folder()
        let long = try folder.write(String(repeating: " ", count: 1_100_000), to: "long")
        #expect(try await status("-d", "@\(long.path)", url) == "413")
        await taken.stop()
    }

    /// After a day without a network, Overland posts a thousand positions at once.
    @Test(.needs("curl")) func aPhonesLargestBatchIsTaken() async throws {
        let (taken, url) = try await PhoneEnds.listener()
        let features = (0..<1_000).map { second in
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[139.5,35.5]},"properties":{"timestamp":\(1_767_653_235 + second),\
            "wifi":"\(String(repeating: "x", count: 450))"}}
            """
        }
        let folder = try Folder()
        let batch = try folder.write("{\"locations\":[\(features.joined(separator: ","))]}", to: "batch")
        #expect(try await status("--data-binary", "@\(batch.path)", url) == "200")
        try await eventually("they come") { taken.fixes.count == 1_000 }
        #expect(taken.faults.isEmpty)
    }

    @Test(.needs("curl")) func aTokenIsAskedFor() async throws {
        let (taken, url) = try await PhoneEnds.listener(token: "se cret")
        #expect(try await status("-d", Self.place, url) == "401")
        for wrong in ["?token=wrong", "?token=", "?token", "?token=se%20cret2"] {
            #expect(try await status("-d", Self.place, url + wrong) == "401")
        }
        #expect(try await status("-u", "anna:", "-d", Self.place, url) == "401")
        #expect(try await status("-d", Self.place, url + "?token=se%20cret") == "200")
        #expect(try await status("-u", "anna:se cret", "-d", Self.place, url) == "200")
        #expect(try await status("-H", "Authorization: Bearer se cret", "-d", Self.place, url) == "200")
        // RFC 9110: the scheme's case does not matter.
        #expect(try await status("-H", "Authorization: bearer se cret", "-d", Self.place, url) == "200")
        try await eventually("they come") { taken.fixes.count == 4 }
        #expect(taken.said.count { $0.contains("a post was refused: the token is missing or wrong") } == 1, "\(taken.said)")
        await taken.stop()
        #expect(taken.hasSaid("6 posts without the token were dropped"), "\(taken.said)")
    }

    @Test func beyondThisMachineThereIsNoneWithoutAToken() async throws {
        let (taken, _) = try await PhoneEnds.listener("0.0.0.0")
        #expect(await taken.ended(within: 1)??.remedy.contains("--token") == true)
    }

    /// Requests that cause commands must not come from pages of other sites, which can do harm without seeing a response.
    @Test(.needs("curl")) func pagesOfOtherSitesPostNothing() async throws {
        let (taken, url) = try await PhoneEnds.listener()
        let query = url + "?id=1&lat=35.6&lon=139.7&timestamp=1767653235"
        #expect(try await status("-H", "Origin: https://rain.example", "-d", Self.place, url) == "403")
        #expect(try await status("-H", "Origin: null", "-d", Self.place, url) == "403")
        #expect(try await status("-H", "Sec-Fetch-Site: cross-site", query) == "403")
        #expect(try await status("-H", "Host: rain.example", query) == "421")
        #expect(try await status("-d", Self.place, url) == "200")
        try await eventually("one comes") { taken.fixes.count == 1 }
        await taken.stop()
        #expect(taken.fixes.count == 1)
    }

    /// Whatever comes first is answered and reported, and the next post is read.
    @Test(
        .needs("curl"),
        arguments: [
            "[]", "[", "[[]]", "{}", "{", "garbage", "\"", "[1,2]", "<gpx/>", "$GPRMC", "\u{7f}\u{1}",
            "{\"lat\":1e999,\"lon\":2,\"tst\":1}",
            "{\"lat\":95,\"lon\":2,\"tst\":1}", "{\"_type\":\"location\",\"lat\":1,\"lon\":2}", "lat=1&lon=2",
            "lat=%FF&lon=%80&timestamp=1", " ",
        ])
    func noPostEndsIt(body: String) async throws {
        let (taken, url) = try await PhoneEnds.listener()
        #expect(try await status("--data-binary", body, url) == "400")
        #expect(try await status("-d", Self.place, url) == "200")
        try await eventually("it comes") { taken.fixes.count == 1 }
        #expect(taken.said.contains { $0.contains("a post") && $0.contains("refused") }, "\(taken.said)")
        await taken.stop()
    }

    @Test(.needs("curl")) func bytesThatAreNoTextDoNotEndItEither() async throws {
        let (taken, url) = try await PhoneEnds.listener()
        let folder = try Folder(), file = folder.file("bytes")
        try Data([0, 0xFF, 0xFE, 0x7B, 0, 0xC0, 0x0A, 0x5B, 0]).write(to: file)
        #expect(try await status("--data-binary", "@\(file.path)", url) == "400")
        #expect(try await status("-d", Self.place, url) == "200")
        try await eventually("it comes") { taken.fixes.count == 1 }
    }

    /// Encrypted messages are said once, and accepted: a phone would repeat a refused one before its readable ones.
    @Test(.needs("curl")) func encryptedMessagesAreSaid() async throws {
        let (taken, url) = try await PhoneEnds.listener()
        for _ in 0..<2 { #expect(try await status("-d", #"{"_type":"encrypted","data":"bGF0"}"#, url) == "200") }
        #expect(try await status("-d", Self.place, url) == "200")
        try await eventually("it comes") { taken.fixes.count == 1 }
        #expect(taken.said.count { $0.contains("an encrypted message of OwnTracks was dropped") } == 1, "\(taken.said)")
        await taken.stop()
        #expect(taken.hasSaid("2 encrypted messages of OwnTracks were dropped"), "\(taken.said)")
    }

    /// Objects one per line, an array, one object over several lines, queries: each position is a fix.
    @Test(.needs("curl")) func severalPositionsOfOnePostAreFixes() async throws {
        let (taken, url) = try await PhoneEnds.listener()
        func place(_ second: Int) -> String { "{\"lat\":35.6,\"lon\":139.7,\n\"tst\":\(1_767_653_235 + second)}" }
        func line(_ second: Int) -> String { place(second).replacing("\n", with: "") }
        for (number, body) in [
            "\(line(0))\n\(line(1))\n", "[\(place(2)),\n\(place(3))]", place(4),
            "lat=35.6&lon=139.7&timestamp=1767653240\nlat=35.6&lon=139.7&timestamp=1767653241",
            "[7,\(place(7)),{\"lat\":91,\"lon\":0,\"tst\":1}]",
        ].enumerated() { #expect(try await status("--data-binary", body, url) == "200", "\(number)") }
        try await eventually("they come") { taken.fixes.count == 8 }
        #expect(taken.fixes.compactMap { $0.time.map { $0.nanoseconds / 1_000_000_000 - 1_767_653_235 } } == Array(0..<8))
        #expect(taken.hasSaid("accepted in part"), "\(taken.said)")
        #expect(taken.faults.isEmpty)
    }

    @Test func aPortThatIsTakenIsSaid() async throws {
        let port = try freePort()
        let first = try Taken("http://:\(port)")
        try await eventually("it listens") { first.hasSaid("listening") }
        let second = try Taken("http://:\(port)")
        let fault = try #require(await second.ended(within: 10) ?? nil)
        #expect(fault.message.contains("Address already in use") && fault.remedy.contains("another port"), "\(fault)")
    }

    @Test(arguments: ["192.0.2.1", "nowhere.example"]) func anAddressOfNobodyIsSaid(host: String) async throws {
        let (taken, _) = try await PhoneEnds.listener(host, token: "x")
        let fault = try #require(await taken.ended(within: 10) ?? nil)
        #expect(fault.source.contains(host) && !fault.message.contains("errno") && !fault.remedy.isEmpty, "\(fault)")
    }
}
