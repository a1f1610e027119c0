// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// A broker reached through TLS, and its certificates.
@Suite(.tags(.peers), .waiting, .serialized) struct SecureBrokerTests {
    /// A certificate authority and its certificates, made by the OpenSSL program.
    private struct Authority {
        let folder: Folder
        var certificate: URL { folder.file("authority.pem") }

        init() throws {
            folder = try Folder()
            try openssl(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout authority.key -out authority.pem -days 2 -subj '/CN=Test'"
            )
        }

        /// - Parameter names: the subjects of the certificate, in OpenSSL's notation.
        func sign(_ name: String, for names: String) throws {
            try openssl("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout \(name).key -out \(name).csr -subj '/CN=broker'")
            try folder.write("subjectAltName=\(names)\n", to: "names")
            try openssl(
                "x509 -req -in \(name).csr -CA authority.pem -CAkey authority.key -CAcreateserial -out \(name).pem -days 2 -extfile names")
        }

        private func openssl(_ line: String) throws {
            try Program.shellMustSucceed("cd '\(folder.url.path)' && openssl \(line)")
        }
    }

    private let authority: Authority
    private let port: UInt16

    init() throws {
        authority = try Authority()
        port = try freePort()
        try authority.sign("broker", for: "DNS:localhost,IP:127.0.0.1")
    }

    private var trust: [String: String] { ["SSL_CERT_FILE": authority.certificate.path] }

    private func broker(_ name: String = "broker", of authority: Authority? = nil) async throws -> RunningProgram {
        let folder = (authority ?? self.authority).folder
        let configuration = """
            user root
            listener \(port) 127.0.0.1
            allow_anonymous true
            certfile \(folder.path(name + ".pem"))
            keyfile \(folder.path(name + ".key"))

            """
        try folder.write(configuration, to: "broker.conf")
        let broker = try RunningProgram(["-c", folder.path("broker.conf")], executable: "/usr/sbin/mosquitto")
        try await broker.suspend(within: 30) { broker.errors.contains("running") }
        return broker
    }

    private func end(_ broker: RunningProgram, _ signal: Int32 = SIGTERM) {
        _ = broker.ended(by: signal)
    }

    private func publish(_ seconds: Range<Int>) throws {
        let lines = seconds.map { "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":\(1_767_653_235 + $0)}" }.joined(
            separator: "\n")
        let command =
            "printf '%s\\n' '\(lines)' | mosquitto_pub --cafile '\(authority.certificate.path)' -h localhost -p \(port) -q 1 -t owntracks/anna/phone -l"
        try Program.shellMustSucceed(command)
    }

    /// The seconds of the lines' times.
    private func seconds(_ text: String) -> [Substring] { text.split(separator: "\n").map { $0.dropFirst(26).prefix(2) } }

    /// A certificate of an unknown authority, one for another machine, or none: the broker is rejected, and the reason is
    /// reported.
    @Test(.needs("mosquitto", "openssl")) func whoCannotBeTrustedIsRefused() async throws {
        try authority.sign("other", for: "DNS:elsewhere.example")
        let address = "mqtts://localhost:\(port)/owntracks/%23"
        let unknown = try await broker()
        let first = try Program.amaoto("where", address, "--timeout", "30")
        #expect(first.status == 4 && first.errors.contains("the TLS connection failed (certificate verify failed)"), "\(first.errors)")
        #expect(first.errors.contains("SSL_CERT_FILE"), "\(first.errors)")
        end(unknown)
        let elsewhere = try await broker("other")
        let second = try Program.amaoto("where", address, "--timeout", "30", environment: trust)
        #expect(second.status == 4 && second.errors.contains("the TLS connection failed"), "\(second.errors)")
        end(elsewhere)
        let plain = try RunningProgram(["-p", String(port)], executable: "/usr/sbin/mosquitto")
        try await plain.suspend(within: 30) { plain.errors.contains("running") }
        let third = try Program.amaoto("where", address, "--timeout", "30", environment: trust)
        #expect(
            third.status == 4 && third.errors.contains("the TLS connection failed") && third.errors.contains("8883"), "\(third.errors)")
        end(plain)
    }

    /// A secure connection that is cut is not a normal end, and an impostor in the broker's place is rejected.
    @Test(.needs("mosquitto", "mosquitto_pub", "openssl")) func theTrackOutlivesTheBroker() async throws {
        let first = try await broker()
        let run = try RunningProgram(["track", "mqtts://localhost:\(port)/owntracks/%23"], environment: trust)
        try await run.suspend(within: 30) { run.errors.contains("subscribed") }
        try publish(0..<3)
        try await run.suspend(within: 30) { seconds(run.text).count == 3 }
        end(first, SIGKILL)
        try await run.suspend(within: 30) { run.errors.contains("lost the connection to") }

        let stranger = try Authority()
        try stranger.sign("broker", for: "DNS:localhost,IP:127.0.0.1")
        let second = try await broker(of: stranger)
        try await run.suspend(within: 60) { run.errors.contains("the TLS connection failed (certificate verify failed); reconnecting") }
        end(second, SIGKILL)

        let third = try await broker()
        try await run.suspend(within: 60) { run.errors.components(separatedBy: "subscribed").count == 3 }
        try publish(3..<6)
        try await run.suspend(within: 30) { seconds(run.text).count == 6 }
        #expect(seconds(run.text) == (15..<21).map { "\($0)" }, "\(run.text)")
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
        end(third)
        #expect(run.errors.components(separatedBy: "lost the connection").count == 2, "said once: \(run.errors)")
    }
}
