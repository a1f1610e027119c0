// SPDX-License-Identifier: MIT
import ArgumentParser
import OpenSoundControl
import Platform
import RemoteControl
import Sonification

/// Remote control of the sound.
struct ControlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "UDP port on which other programs set parameters with Open Sound Control (/amaoto/drops/rate; /amaoto/list lists them); loopback only, unless HOST:PORT is given.",
            valueName: "port"))
    var oscControl: ControlAddress?

    /// Opens the port for controllers.
    /// - Parameter client: the client to be connected, empty for any.
    static func openMIDI(_ client: String, preset: Preset, console: Console) throws -> MIDIPort {
        let port: MIDIPort
        do {
            port = try MIDIPort(connectedTo: client.isEmpty ? nil : client, notice: console.warn)
        } catch {
            throw Failure("\(error)", .input)
        }
        console.say(
            client.isEmpty
                ? "MIDI: connect a controller to Amaoto, such as `aconnect 20:0 \(port.address)`"
                : "MIDI: \(client) plays into Amaoto (\(port.address))")
        if !preset.followsMIDI {
            console.warn("the preset follows no controller; map one, such as { from: midi.cc7, to: drops.rate, ... }")
        }
        return port
    }

    /// Starts listening; nil when it was not requested.
    func open(_ console: Console) throws -> RemoteControl? {
        guard let address = oscControl else { return nil }
        let socket = try OSCSocket(host: address.host, port: address.port)
        console.say("Open Sound Control: listening on \(HostText.beforePort(address.host)):\(socket.port) (UDP)")
        if !address.isLocal { console.say("Note: anyone who reaches this address can change what is played.") }
        return RemoteControl(socket, notice: console.warn)
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

    var isLocal: Bool { HostText.isLoopback(host) }
}
