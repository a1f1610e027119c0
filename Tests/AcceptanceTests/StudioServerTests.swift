// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The server refuses everything but its own page, and stays up. All over bare sockets.
@Suite(.waiting, .serialized) struct StudioServerTests {
    @Test func itServesItsPageAndNothingElse() throws {
        let running = try RunningStudio()
        let root = running.root
        #expect(root.count > 32, "the address holds a word")
        let connection = try RawConnection(port: running.port)
        connection.send(running.request(root))
        let head = connection.head().lowercased()
        #expect(head.hasPrefix("http/1.1 200"))
        #expect(head.contains("content-security-policy: default-src 'none'; script-src 'self'"))
        #expect(!head.contains("unsafe-"))
        #expect(head.contains("x-content-type-options: nosniff"))
        for name in ["studio.js", "studio.css", "panels/panels.css", "panels/map.js", "worklet.js", "icon.svg"] {
            #expect(try running.status(running.request(root + name)) == 200, "\(name)")
        }
        let others = [
            "/", "/index.html", "/socket", "/studio.js", root + "nothing.js", root + "../studio.js", root + "..%2f..%2fetc%2fpasswd",
            root + "../../../../../../etc/passwd", root + "exports/../../etc/passwd", root + "exports/%2e%2e/commuter.wav",
            root + "exports/", root + "//etc/passwd", root + "index.html/", root + "page/index.html", root + "panels/", "/etc/passwd", "*",
            "http://elsewhere.example/", root.uppercased(), String(root.dropLast()), "/" + String(repeating: "0", count: 32) + "/",
            root + String(repeating: "a", count: 1500),
        ]
        for path in others { #expect(try running.status(running.request(path)) == 404, "\(path.prefix(80))") }
        #expect(try running.status(running.request(root, method: "POST")) == 405)
        #expect(try running.status(running.request(root, method: "DELETE")) == 405)
    }

    @Test func otherHostsAndOriginsAreRefused() throws {
        let running = try RunningStudio()
        let root = running.root
        for host in [
            "rain.example", "rain.example:\(running.port)", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:\(running.port)", "[::1]:\(running.port)",
            "",
        ] {
            #expect(try running.status(running.request(root, host: host)) == 421, "\(host)")
            #expect(try running.status(running.upgrade(origin: "http://\(host)", host: host)) == 421, "\(host)")
        }
        #expect(try running.status("GET \(root) HTTP/1.1\r\nConnection: close\r\n\r\n") == 421)
        #expect(try running.status(running.request(root, host: "localhost:\(running.port)")) == 200)
        for origin in [
            "http://rain.example", "https://127.0.0.1:\(running.port)", "null", "http://127.0.0.1",
            "http://127.0.0.1:\(running.port).rain.example", "file://",
        ] {
            #expect(try running.status(running.upgrade(origin: origin)) == 403, "\(origin)")
            #expect(try running.status(running.request(root, headers: "Origin: \(origin)\r\n")) == 403, "\(origin)")
        }
        #expect(try running.status(running.upgrade(origin: nil)) == 403)
        #expect(try running.status(running.upgrade(origin: "http://\(running.host)", path: "socket2")) == 404)
    }

    @Test func headsAreBoundedAndBodiesRefused() throws {
        let running = try RunningStudio()
        let start = "GET \(running.root) HTTP/1.1\r\nHost: \(running.host)\r\n"
        #expect(try running.status(start + "X-Long: " + String(repeating: "a", count: 20_000)) == 431)
        #expect(try running.status("GET /" + String(repeating: "a", count: 100_000)) == 414)
        #expect(try running.status(start + "Content-Length: 5\r\n\r\nhello") == 413)
        #expect(try running.status(start + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n") == 413)
        // More than any memory holds, from a client that does not stop: the connection is closed.
        let flood = try RawConnection(port: running.port)
        let piece = [UInt8](repeating: 0x61, count: 1 << 16)
        var sent = 0
        while sent < 1 << 30, flood.send(piece) { sent += piece.count }
        #expect(sent < 64 << 20)
        #expect(try running.status(running.request(running.root)) == 200)
    }

    /// A file is taken only from the studio's own page, and only up to its limit.
    @Test func onlyTheOwnPageSendsFiles() throws {
        let running = try RunningStudio()
        func put(_ path: String, origin: String?, length: Int = 5) throws -> Int? {
            let headers = (origin.map { "Origin: \($0)\r\n" } ?? "") + "Content-Length: \(length)\r\n"
            return try running.status(running.request(path, headers: headers, method: "PUT") + "hello")
        }
        let own = "http://\(running.host)", root = running.root
        #expect(try put(root + "uploads/ride.csv", origin: own) == 201)
        #expect(try put(root + "uploads/ride.csv", origin: nil) == 413)
        #expect(try put(root + "uploads/ride.csv", origin: "http://rain.example") == 403)
        #expect(try put("/" + String(repeating: "0", count: 32) + "/uploads/ride.csv", origin: own) == 413)
        #expect(try put(root + "index.html", origin: own) == 413)
        #expect(try put(root + "uploads/ride.csv", origin: own, length: 65 << 20) == 413)
        #expect(try running.status(running.request(root + "uploads/ride.csv")) == 404)
    }

    /// However many tracks are opened, a damaged region is warned of once.
    @Test func aDamagedRegionIsWarnedOfOnce() throws {
        let home = try Folder()
        try home.makeFolder("amaoto/railways")
        let torn = try home.write("no database", to: "amaoto/railways/torn.sqlite")
        let running = try RunningStudio(["drizzle", "examples/yamanote-simulated.csv"], environment: ["XDG_DATA_HOME": home.url.path])
        let page = try running.open()
        for number in 1...2 {
            let ride = "time,lat,lon\n2026-01-01T00:00:00Z,60,20\n2026-01-01T00:00:10Z,60.001,20\n"
            #expect(try running.upload(ride) == 201)
            #expect(page.sendMessage(#"{"v":1,"id":\#(number),"do":"openTracks","uploads":[\#(number)]}"#))
            let answer = try #require(page.message("answer"))
            #expect(answer["error"] == nil, "\(answer)")
        }
        let warnings = running.program.errors.split(separator: "\n").filter { $0.contains(torn.path) }
        #expect(warnings.count == 1, "\(running.program.errors)")
    }

    /// Opened tracks change what follows from them: an automatic domain, and a rider for each file, also if two have one name.
    @Test func openedTracksReachThePage() throws {
        let folder = try Folder()
        let preset = try folder.write(
            """
            preset: 1
            title: Mine
            place: abstract
            base: { drops.rate: 600 }
            map:
              - { from: speed, to: drops.level, domain: auto, range: [-30, 0] }

            """, to: "mine.yaml")
        let running = try RunningStudio([preset.path])
        let page = try running.open()
        #expect(page.message("preset") != nil)
        for place in [20, 30] {
            let ride = (0..<20).map { "2026-01-01T00:00:\($0 + 10)Z,60,\(Double(place) + Double($0 * $0) * 1e-4)\n" }
            #expect(try running.upload("time,lat,lon\n" + ride.joined()) == 201)
        }
        #expect(page.sendMessage(#"{"v":1,"id":1,"do":"openTracks","uploads":[1,2]}"#))
        let changed = try #require(page.message("preset"))
        let points = try #require((changed["mappings"] as? [[String: Any]])?.first?["points"] as? [[Double]])
        #expect(points.last?.first ?? 0 > 1.5, "\(points)")
        #expect(page.sendMessage(#"{"v":1,"id":2,"do":"play","on":true}"#))
        var riders = 0
        for _ in 0..<100 where riders < 2 { riders = (page.message("moment")?["riders"] as? [Any])?.count ?? 0 }
        #expect(riders == 2)
    }

    @Test func badMessagesAreAnsweredAndThePageStays() throws {
        let running = try RunningStudio()
        let page = try running.open()
        for bad in [
            "{", "nonsense", "[1,2]", #"{"v":1,"id":4,"do":"format"}"#, #"{"v":1,"id":5,"do":"set","name":"no.such","text":"1"}"#, "\u{0}",
            "{\"v\":1,\"id\":\"x\"}",
        ] {
            #expect(page.sendMessage(bad))
            let answer = try #require(page.message("answer"), "\(bad)")
            let error = try #require(answer["error"] as? [String: Any], "\(bad)")
            #expect((error["message"] as? String)?.isEmpty == false)
        }
        // Invalid UTF-8.
        #expect(page.sendFrame(1, [0xff, 0xfe, 0x7b]))
        #expect(page.message("answer")?["error"] != nil)
        // In fragments, with a ping between them.
        #expect(page.sendFrame(1, Array(#"{"v":1,"id":9,"#.utf8), isFinal: false))
        #expect(page.sendFrame(9, [1, 2, 3]))
        #expect(page.sendFrame(0, Array(#""do":"diff"}"#.utf8)))
        let answer = try #require(page.message("answer"))
        #expect(answer["id"] as? Int == 9)
        #expect(answer["error"] == nil)
    }

    /// There is no other way to end a studio. What the command itself has set is not kept.
    @Test func aSignalKeepsUnsavedChanges() throws {
        let cases: [(signal: Int32, text: String?)] = [(SIGINT, nil), (SIGTERM, "777")]
        for (signal, text) in cases {
            let running = try RunningStudio(["drizzle", "--set", "bed.pink=0.01"])
            let page = try running.open()
            if let text {
                #expect(page.sendMessage(#"{"v":1,"id":1,"do":"set","name":"drops.rate","text":"\#(text)"}"#))
                #expect(page.message("answer")?["id"] as? Int == 1)
            }
            #expect(running.program.ended(by: signal) == 128 + signal)
            #expect(running.folder.names == (text == nil ? [] : ["drizzle.unsaved.yaml"]))
            guard let text else { continue }
            let kept = running.folder.file("drizzle.unsaved.yaml")
            #expect(try String(contentsOf: kept, encoding: .utf8).contains("drops.rate: \(text)"))
            #expect(running.program.errors.contains("kept in \(kept.path)"))
        }
    }

    @Test func whatHasNotBegunIsNotFrozenOrSought() throws {
        let running = try RunningStudio(["drizzle", "examples/visnjan-drive.gpx"])
        let page = try running.open()
        for request in [#""do":"scrub","place":0.5"#, #""do":"freeze","on":true"#] {
            #expect(page.sendMessage(#"{"v":1,"id":1,\#(request)}"#))
            let error = page.message("answer")?["error"] as? [String: Any]
            #expect((error?["remedy"] as? String)?.contains("Start") == true)
        }
    }

    @Test func longMessagesAndBrokenFramesEndTheirPageAlone() throws {
        let running = try RunningStudio()
        let other = try running.open()
        let long = [UInt8](repeating: 0x61, count: (64 << 10) + 1)
        let tooLong = try running.open()
        _ = tooLong.sendFrame(1, long)
        #expect(tooLong.closing() == 1009)
        let inPieces = try running.open()
        for index in 0..<40 {
            guard inPieces.sendFrame(index == 0 ? 1 : 0, [UInt8](repeating: 0x61, count: 4000), isFinal: false) else { break }
        }
        #expect(inPieces.closing() == 1009)
        let endless = try running.open()
        // A frame that declares more than any memory holds.
        _ = endless.sendFrame(1, [UInt8](repeating: 0x61, count: 1000), declaring: 1 << 60)
        let binary = try running.open()
        _ = binary.sendFrame(2, [1, 2, 3])
        #expect(binary.closing() == 1003)
        // A close is answered with its code.
        let leaving = try running.open()
        _ = leaving.sendFrame(8, [0x0b, 0xb8])
        #expect(leaving.closing() == 3000)
        let wrongly = try running.open()
        _ = wrongly.sendFrame(8, [0x03, 0xed])
        #expect(wrongly.closing() == 1002, "1005 is never sent")
        let astray = try running.open()
        _ = astray.sendFrame(0, [1])
        #expect(astray.closing() == 1002)
        let unknown = try running.open()
        _ = unknown.sendFrame(5, [1])
        #expect(unknown.closing() == 1002)
        // Connections that break in the middle.
        for text in [
            "GET", "GET / HTTP/1.1\r\nHost: x", running.upgrade(origin: "http://\(running.host)"), "\r\n\r\n\r\n", "\u{0}\u{1}\u{2}",
        ] { try RawConnection(port: running.port).send(text) }
        #expect(other.sendMessage(#"{"v":1,"id":1,"do":"diff"}"#))
        #expect(other.message("answer")?["id"] as? Int == 1, "the other page goes on")
        #expect(try running.status(running.request(running.root)) == 200)
    }

    @Test func pagesAreBoundedInNumber() throws {
        let running = try RunningStudio()
        var pages: [RawConnection] = []
        for _ in 0..<16 { pages.append(try running.open()) }
        #expect(try running.open().closing() == 1013)
        pages.removeAll()
        // The studio notices on its next message to them.
        var again: RawConnection?
        for _ in 0..<100 {
            let page = try running.open()
            guard page.message("welcome") == nil else {
                again = page
                break
            }
            usleep(50_000)
        }
        #expect(again != nil)
    }
}
