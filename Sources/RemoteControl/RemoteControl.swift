// SPDX-License-Identifier: MIT
import OpenSoundControl
import PlainText
import RainSynthesis
import Sonification
import Transport

/// Control from other programs and from hardware by Open Sound Control: converts messages to commands and answers queries.
/// Control side; one owner, which polls it as often as its keys. docs/control.md lists the messages.
public struct RemoteControl {
    /// The maximum number of datagrams read per call; the rest waits in the socket.
    private static let most = 256

    private let socket: OSCSocket
    private let say: (String) -> Void
    /// The faults already reported, so that a fader does not report one a hundred times.
    private var reported: Set<String> = []
    /// The maximum number of distinct faults reported to the listener.
    private static let mostReported = 100

    /// - Parameter say: receives one line for the listener per fault.
    public init(_ socket: OSCSocket, say: @escaping (String) -> Void) {
        self.socket = socket
        self.say = say
    }

    /// The commands received since the last call, in order. Of consecutive values for one parameter, only the last is kept.
    /// - Parameter status: the state of playback; nil before it begins. Messages then wait in the socket.
    public mutating func commands(_ status: PlaybackStatus?) -> [PlaybackCommand] {
        guard let status else { return [] }
        var commands: [PlaybackCommand] = []
        for _ in 0..<Self.most {
            guard let (bytes, sender) = socket.receive() else { break }
            do throws(OSCPacket.Fault) {
                for message in try OSCPacket.messages(in: bytes) {
                    if let command = answer(message, sender, status) { Self.add(command, to: &commands) }
                }
            } catch {
                report(.broken(error.description), about: "", to: sender)
            }
        }
        return commands
    }

    /// Appends a command. A fader's newest value replaces the one before it, if no other command came between.
    private static func add(_ command: PlaybackCommand, to commands: inout [PlaybackCommand]) {
        if case .override(let id, _) = command, case .override(id, _)? = commands.last { commands.removeLast() }
        commands.append(command)
    }

    private mutating func answer(
        _ message: OSCMessage, _ sender: OSCSocket.Sender, _ status: PlaybackStatus
    ) -> PlaybackCommand? {
        do throws(RemoteFault) {
            let (request, clamped) = try RemoteRequest.read(message)
            if let clamped { report(clamped, about: message.address, to: sender) }
            switch request {
            case .command(let command):
                if case .seekTo = command, status.start == nil { throw .noTrack("seek") }
                if case .seek = command, status.start == nil { throw .noTrack("skip") }
                return command
            case .get(let name):
                socket.send(OSCMessage("/amaoto/value", try RemoteAnswer.value(of: name, status)), to: sender)
            case .list:
                for spec in ParameterTable.all {
                    socket.send(OSCMessage("/amaoto/parameter", RemoteAnswer.row(of: spec, status)), to: sender)
                }
                socket.send(OSCMessage("/amaoto/list/end", [.integer(Int64(ParameterTable.all.count))]), to: sender)
            }
        } catch {
            report(error, about: message.address, to: sender)
        }
        return nil
    }

    /// Reports a fault to the sender each time, and to the listener once.
    private mutating func report(_ fault: RemoteFault, about address: String, to sender: OSCSocket.Sender) {
        socket.send(OSCMessage("/amaoto/error", [.text(address), .text(fault.description)]), to: sender)
        guard reported.count < Self.mostReported, reported.insert(fault.kind).inserted else { return }
        say("OSC: \(fault.description.visible)")
    }
}

extension RemoteFault {
    /// A key that is equal for the same fault of the same name, whatever the value.
    fileprivate var kind: String {
        switch self {
        case .clamped(let name, _, _, _): "clamped \(name)"
        case .broken: "broken"
        default: description
        }
    }
}
