// SPDX-License-Identifier: MIT
import HTTPListening
import LiveEnds
import LiveSources
import TestTraits
import Testing

/// A source that phones post to, and curl as a phone.
enum PhoneEnds {
    /// A listening source, or one that has failed to; its address ends in a slash.
    static func listener(_ host: String = "127.0.0.1", token: String? = nil) async throws -> (taken: Taken, url: String) {
        let port = try freePort()
        var settings = LiveSource.Settings()
        settings.token = token.flatMap { Secret($0) }
        let taken = try Taken("http://\(host):\(port)", settings)
        try await eventually("it listens") { taken.hasSaid("listening") || taken.hasEnded }
        return (taken, "http://127.0.0.1:\(port)/")
    }

    /// The status of the response to a request with these arguments of curl.
    static func status(_ arguments: [String]) async throws -> String {
        let peer = try Peer(["curl", "-s", "-m", "10", "-o", "/dev/null", "-w", "%{http_code}"] + arguments)
        await peer.finish()
        return peer.said
    }
}
