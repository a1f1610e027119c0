import Foundation
import LiveSources
import Testing
import Tracking

/// Positions by Open Sound Control, sent by liblo's own tool.
@Suite(.serialized) struct PositionTests {
    @Test func degreesByMessage() async throws {
        let port = try freePort(SOCK_DGRAM)
        let taken = try Taken("osc://:\(port)")
        try await eventually("it listens") { taken.said.contains { $0.contains("listening") } }
        for number in 0..<3 {
            #expect(try await Peer.run(["oscsend", "127.0.0.1", String(port), "/dancer/anna", "ff", "\(number).5", "2.25"]) == 0)
        }
        #expect(try await Peer.run(["oscsend", "127.0.0.1", String(port), "/something/else", "s", "text"]) == 0)
        try await eventually("they come") { taken.fixes.count == 3 }
        taken.source.stop()
        #expect(await taken.ended(within: 10) == .some(nil))
    }
}
