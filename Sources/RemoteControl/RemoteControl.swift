// SPDX-License-Identifier: MIT
import OpenSoundControl
import PlainText
import RainSynthesis
import Sonification
import Synchronization
import Transport

/// Control from other programs and from hardware by Open Sound Control: converts messages to commands and answers queries.
/// Control side; one owner, which polls it as often as the keyboard. docs/control.md lists the messages.
public struct RemoteControl {
    /// The maximum number of datagrams read per call; the rest waits in the socket.
    private static let most = 256

    private let socket: OSCSocket
    private let notice: (String) -> Void
    /// The faults already reported, so that a fader does not report one a hundred times.
    private var reported: Set<String> = []
    /// The maximum number of distinct faults reported to the listener.
    private static let mostReported = 100

    /// Changes to a preset, given its name and what to call on failure, on any thread, with the reason.
    public var changePreset: (String, _ failed: @escaping @Sendable (String) -> Void) -> Void
    private let failures = FailedChanges()

    /// A message whose time has not come, with its sender.
    private struct Scheduled {
        let time: OSCTime
        let message: OSCMessage
        let sender: OSCSocket.Sender
    }
    /// The messages of bundles for later, in the order in which they act.
    private var scheduled: [Scheduled] = []
    private let now: () -> OSCTime
    /// The maximum number of scheduled messages, and how many seconds ahead they may be.
    private static let mostScheduled = 10_000
    private static let farthest = 3_600.0

    /// - Parameters:
    ///   - notice: receives one line for the listener per fault.
    ///   - now: the clock by which the times of bundles are read.
    public init(_ socket: OSCSocket, notice: @escaping (String) -> Void, now: @escaping () -> OSCTime = { .now }) {
        self.socket = socket
        self.notice = notice
        self.now = now
        changePreset = { _, failed in failed("the preset cannot be changed here") }
    }

    /// The commands received since the last call, in order. Of consecutive values for one parameter, only the last is kept.
    /// - Parameter status: the state of playback; nil before it begins. Messages then wait in the socket.
    public mutating func commands(_ status: PlaybackStatus?) -> [PlaybackCommand] {
        guard let status else { return [] }
        let now = now()
        var commands: [PlaybackCommand] = []
        // What is due came before what arrives now.
        let due = scheduled.prefix { $0.time <= now }
        scheduled.removeFirst(due.count)
        for next in due {
            if let command = answer(next.message, next.sender, status) { Self.add(command, to: &commands) }
        }
        for _ in 0..<Self.most {
            guard let (bytes, sender) = socket.receive() else { break }
            do throws(OSCPacket.Fault) {
                for message in try OSCPacket.messages(in: bytes) {
                    if let time = message.time, time > now {
                        schedule(Scheduled(time: time, message: message, sender: sender), now)
                    } else if let command = answer(message, sender, status) {
                        Self.add(command, to: &commands)
                    }
                }
            } catch {
                report(.broken(error.description), about: "", to: sender)
            }
        }
        for failure in failures.take() { report(.preset(failure.cause), about: "/amaoto/preset", to: failure.sender) }
        return commands
    }

    private mutating func schedule(_ next: Scheduled, _ now: OSCTime) {
        guard next.time <= now.advanced(by: Self.farthest) else {
            return report(
                .untimely("its time is more than an hour ahead; compare the clocks"), about: next.message.address, to: next.sender)
        }
        guard scheduled.count < Self.mostScheduled else {
            return report(.untimely("\(Self.mostScheduled) messages wait already"), about: next.message.address, to: next.sender)
        }
        // Of equal times, the one that came first acts first.
        let index = (scheduled.lastIndex { $0.time <= next.time } ?? -1) + 1
        scheduled.insert(next, at: index)
    }

    /// Appends a command. A fader's newest value replaces the one before it, if no other command came between.
    private static func add(_ command: PlaybackCommand, to commands: inout [PlaybackCommand]) {
        if case .override(let id, _) = command, case .override(id, _)? = commands.last { commands.removeLast() }
        commands.append(command)
    }

    private mutating func answer(
        _ message: OSCMessage, _ sender: OSCSocket.Sender, _ status: PlaybackStatus
    ) -> PlaybackCommand? {
        // Some hubs and surfaces send back whatever they receive: an answer to an answer would never end.
        guard RemoteAnswer.Address(rawValue: message.address) == nil else { return nil }
        do throws(RemoteFault) {
            let (request, clamped) = try RemoteRequest.read(message)
            if let clamped { report(clamped, about: message.address, to: sender) }
            switch request {
            case .command(let command):
                if case .seekTo = command, status.start == nil { throw .noTrack("seek") }
                if case .seek = command, status.start == nil { throw .noTrack("skip") }
                return command
            case .strike(let name):
                let events = status.preset.events.map(\.trigger.name)
                guard let rule = events.firstIndex(of: name) else { throw .noEvent(String(name.prefix(80)), events: events) }
                return .strike(rule)
            case .preset(let name): changePreset(name) { [failures] in failures.add(($0, sender)) }
            case .get(let name):
                send(.value, try RemoteAnswer.value(of: name, status), to: sender)
            case .list:
                for spec in ParameterTable.all {
                    send(.parameter, RemoteAnswer.row(of: spec, status), to: sender)
                }
                send(.listEnd, [.integer(Int64(ParameterTable.all.count))], to: sender)
            }
        } catch {
            report(error, about: message.address, to: sender)
        }
        return nil
    }

    private func send(_ address: RemoteAnswer.Address, _ arguments: [OSCMessage.Argument], to sender: OSCSocket.Sender) {
        socket.send(OSCMessage(address.rawValue, arguments), to: sender)
    }

    /// Reports a fault to the sender each time, and to the listener once.
    private mutating func report(_ fault: RemoteFault, about address: String, to sender: OSCSocket.Sender) {
        send(.error, [.text(address), .text(fault.description)], to: sender)
        guard reported.count < Self.mostReported, reported.insert(fault.kind).inserted else { return }
        notice("OSC: \(fault.description.visible)")
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

/// The failed changes of the preset: filled on any thread, emptied by the remote control.
private final class FailedChanges: Sendable {
    typealias Failure = (cause: String, sender: OSCSocket.Sender)
    private let failures = Mutex<[Failure]>([])

    func add(_ failure: Failure) { failures.withLock { $0.append(failure) } }

    func take() -> [Failure] {
        failures.withLock { failures in
            defer { failures = [] }
            return failures
        }
    }
}
