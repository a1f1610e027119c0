// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing
import Tracking

@testable import LiveSources

/// Answers of trains' portals, as riders have recorded them.
@Suite struct TrainPortalTests {
    private func portal(_ name: String) throws -> TrainPortal { try #require(TrainPortal.all.first { $0.name == name }) }

    private func fix(_ name: String, _ answer: String) throws -> Fix {
        guard case .position(let line, _) = try portal(name).read(Array(answer.utf8), now: 1_767_595_228.5) else {
            throw CocoaError(.coderInvalidValue)
        }
        var decoder = ReportDecoder(source: name)
        return try #require(try Array(line.utf8).withUnsafeBufferPointer { try decoder.decode($0) })
    }

    @Test func ice() throws {
        let answer =
            #"{"connection":true,"serviceLevel":"AVAILABLE_SERVICE","gpsStatus":"VALID","internet":"HIGH","latitude":52.28249666666667,"longitude":8.993446666666667,"tileY":253,"tileX":-44,"series":"807","serverTime":1637308797778,"speed":135,"trainType":"ICE","tzn":"Tz225","wagonClass":"SECOND","connectivity":{"currentState":"HIGH","nextState":"UNSTABLE","remainingTimeSeconds":9000},"bapInstalled":true}"#
        let fix = try fix("ice", answer)
        #expect(fix.latitude == 52.28249666666667 && fix.longitude == 8.993446666666667 && fix.speed == 37.5)
        #expect(fix.time?.nanoseconds == 1_637_308_797_778_000_000)
        #expect(try portal("ice").read(Array(answer.replacing("VALID", with: "INVALID").utf8), now: 0) == .none)
    }

    /// Speeds are in metres per second; 0, 0 and fix -1 are no positions.
    @Test func sncf() throws {
        let answer =
            #"{"success":true,"fix":9,"timestamp":1696344321,"latitude":47.98372,"longitude":0.19872,"altitude":61.4,"speed":82.305,"heading":247.9}"#
        let fix = try fix("sncf", answer)
        #expect(fix.latitude == 47.98372 && fix.speed == 82.305 && fix.course == 247.9 && fix.altitude == 61.4)
        #expect(fix.time?.nanoseconds == 1_696_344_321_000_000_000)
        #expect(try portal("sncf").read(Array(answer.replacing(#""fix":9"#, with: #""fix":-1"#).utf8), now: 0) == .none)
        #expect(try portal("sncf").read(Array(#"{"success":true,"latitude":0,"longitude":0,"timestamp":1}"#.utf8), now: 0) == .none)
    }

    /// Portals without a time: that of arrival counts. Numbers may be text, and the object may stand in a function call.
    @Test func otherForms() throws {
        let passengera = try fix("cd", #"{"gpsLat":49.9511,"gpsLng":15.7948,"speed":126,"delay":2,"altitude":228}"#)
        #expect(passengera.latitude == 49.9511 && passengera.longitude == 15.7948 && passengera.speed == 35 && passengera.altitude == 228)
        #expect(passengera.time?.nanoseconds == 1_767_595_228_500_000_000)
        let railnet = try fix("oebb", #"{"JSON":{"lat":"48.1851","lon":"16.3761","speed":"54","error":null}}"#)
        #expect(railnet.latitude == 48.1851 && railnet.longitude == 16.3761 && railnet.speed == 15)
        let icomera = try fix(
            "eurostar",
            #"({"version":"1.11","time":"1502108912","age":"0","latitude":"50.5678","longitude":"2.9876","altitude":"31.2","speed":"79.5","cmg":"151.3","satellites":"9","mode":"3"});"#
        )
        #expect(icomera.latitude == 50.5678 && icomera.speed == 79.5 && icomera.course == 151.3)
        #expect(icomera.time?.nanoseconds == 1_502_108_912_000_000_000)
    }

    @Test(arguments: ["", "{", "}{", "<html>{}</html>", "[]", "null", #"{"latitude":91}"#])
    func otherAnswersAreNoPosition(answer: String) throws {
        for portal in TrainPortal.all {
            if case .position = portal.read(Array(answer.utf8), now: 0) { Issue.record("\(portal.name): \(answer)") }
        }
    }

    /// Positions arrive once each; after an outage it goes on; a portal of conditions is refused with what to do.
    @Test(.tags(.alone), .needs("python3")) func followsAServer() async throws {
        let port = try freePort()
        let server = try Peer(["python3", "-c", Self.server, String(port)])
        var portal = try portal("ice")
        portal = TrainPortal(
            name: "ice", url: "http://127.0.0.1:\(port)/api1/rs/status", time: portal.time, isSpeedInKilometresPerHour: true,
            valid: portal.valid)
        try await eventually("it listens") { server.said.contains("ready") }
        let taken = Taken(.train(portal))
        try await eventually("three positions come") { taken.fixes.count == 3 }
        #expect(taken.fixes.map(\.speed) == [10, 20, 30])
        #expect(taken.said == ["lost the connection to train://ice; reconnecting", "train://ice is back"])
        await taken.stop(within: 5)

        let page = TrainPortal(name: "ice", url: "http://127.0.0.1:\(port)/page")
        let refusal = try await Taken(.train(page)).failure()
        #expect(refusal.message.contains("answers without a position") && refusal.remedy.contains("accept its conditions"))
        server.end()
        let failure = try await Taken(.train(page)).failure()
        #expect(failure.message.contains("does not answer"))
    }

    /// Answers a position, the same again, none (a tunnel), an error, and two more positions; with a page where one is asked for.
    private static let server = """
        import http.server, json, sys
        class Portal(http.server.BaseHTTPRequestHandler):
            count = 0
            def do_GET(self):
                if self.path == "/page":
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b"<html><style>a { color: blue }</style>Accept the conditions</html>")
                    return
                Portal.count += 1
                kind, speed = {1: ("VALID", 36), 2: ("VALID", 36), 3: ("INVALID", 0), 4: (None, 0), 5: ("VALID", 72)}.get(
                    Portal.count, ("VALID", 108))
                self.send_response(200 if kind else 503)
                self.end_headers()
                time = 1637308797000 + speed * 1000
                body = dict(gpsStatus=kind, latitude=52.5, longitude=9.0 + speed / 1000, speed=speed, serverTime=time)
                self.wfile.write(json.dumps(body).encode())
            def log_message(self, *arguments): pass
        server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Portal)
        print("ready", flush=True)
        server.serve_forever()
        """
}
