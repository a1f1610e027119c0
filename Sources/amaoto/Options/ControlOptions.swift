// SPDX-License-Identifier: MIT
import ArgumentParser
import OpenSoundControl
import RemoteControl

/// Remote control of the sound.
struct ControlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "UDP port on which other programs set parameters with Open Sound Control; loopback only, unless HOST:PORT is given (docs/control.md).",
            valueName: "port"))
    var oscControl: ControlAddress?

    /// Starts listening; nil when it was not requested.
    func open(_ console: Console) throws -> RemoteControl? {
        guard let address = oscControl else { return nil }
        let socket = try OSCSocket(host: address.host, port: address.port)
        console.say("Open Sound Control: listening on \(address.shownHost):\(socket.port) (UDP)")
        if !address.isLocal { console.say("Note: anyone who reaches this address can change what is played.") }
        return RemoteControl(socket, say: console.warn)
    }
}

/// The address on which messages are received: `9000`, `0.0.0.0:9000`, `[::1]:9000`.
struct ControlAddress: Equatable, ExpressibleByArgument {
    var host = "127.0.0.1"
    var port: UInt16

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":") else {
            guard let port = UInt16(argument) else { return nil }
            self.port = port
            return
        }
        var host = argument[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, let port = UInt16(argument[argument.index(after: colon)...]) else { return nil }
        self.host = String(host)
        self.port = port
    }

    var shownHost: String { host.contains(":") ? "[\(host)]" : host }
    var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
