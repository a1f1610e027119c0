// SPDX-License-Identifier: MIT
import CALSA
import Glibc
import PlainText
import Sonification
import Tracking
import Transport

/// A port of ALSA's sequencer into which instruments and controllers play. Control side; one owner, which polls it as often as
/// the keyboard. It never waits.
public final class MIDIPort {
    /// The start of the input that names a controller: `midi://`, `midi://20:0`, `midi://CLIENT`.
    public static let scheme = "midi://"
    /// The maximum number of events read per call; the rest waits in the sequencer.
    private static let most = 1_000

    private let sequencer: OpaquePointer
    private let port: Int32
    /// The client to be connected, and its port that was connected last.
    private let source: String?
    private var sender: snd_seq_addr_t?
    private let notice: (String) -> Void
    private var decoder = MIDIDecoder()
    private var hasReportedLoss = false
    private var title: String { Self.scheme + (source ?? "") }

    /// Opens the port.
    /// - Parameters:
    ///   - source: the client to be connected, now and whenever it returns, as `20:0` or by its name; nil waits for others to connect.
    ///   - notice: receives a line for the listener when events were lost, and when the client goes or returns.
    public init(connectedTo source: String?, notice: @escaping (String) -> Void) throws(MIDIFault) {
        self.source = source
        self.notice = notice
        calsa_keep_messages()
        var opened: OpaquePointer?
        let code = snd_seq_open(&opened, "default", SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK)
        guard code == 0, let sequencer = opened else { throw MIDIFault(opening: code) }
        self.sequencer = sequencer
        snd_seq_set_client_name(sequencer, "Amaoto")
        port = snd_seq_create_simple_port(
            sequencer, "Amaoto", UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE),
            UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
        // From here on, deinit closes the sequencer when this throws.
        guard port >= 0 else { throw MIDIFault(opening: port) }
        guard let source else { return }
        guard let sender = Self.address(of: source, sequencer) else {
            throw MIDIFault(
                place: title, cause: "the sequencer has no such client",
                remedy: "name one of \(Self.clients(sequencer).joined(separator: ", "))")
        }
        let connected = snd_seq_connect_from(sequencer, port, Int32(sender.client), Int32(sender.port))
        guard connected == 0 else {
            throw MIDIFault(
                place: title, cause: "cannot be connected: \(String(cString: snd_strerror(connected)))",
                remedy: "`aconnect -i` lists the ports that can")
        }
        self.sender = sender
        // Without announcements, it must be connected again by hand.
        _ = snd_seq_connect_from(sequencer, port, Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
    }

    deinit { snd_seq_close(sequencer) }

    /// The address that others connect to: `128:0`.
    public var address: String { "\(snd_seq_client_id(sequencer)):\(port)" }

    /// What was played since the last call, in order. Consecutive moves of controllers are one command.
    public func commands() -> [PlaybackCommand] {
        var steps: [ChannelValues] = []
        for _ in 0..<Self.most {
            var event: UnsafeMutablePointer<snd_seq_event_t>?
            let code = snd_seq_event_input(sequencer, &event)
            if code == -ENOSPC { reportLoss() }
            guard code >= 0, let event else { break }
            guard !isAnnounced(event.pointee) else { continue }
            for step in decoder.steps(of: event.pointee) { Self.add(step, to: &steps) }
        }
        return steps.map { .control($0) }
    }

    /// Whether an event only announces what other clients do. The named one is connected again when its port returns.
    private func isAnnounced(_ event: snd_seq_event_t) -> Bool {
        let place = event.data.addr
        switch snd_seq_event_type(UInt32(event.type)) {
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
            let receiver = event.data.connect.dest
            return Int32(receiver.client) != snd_seq_client_id(sequencer) || Int32(receiver.port) != port
        case SND_SEQ_EVENT_PORT_EXIT:
            if let sender, Self.areEqual(sender, place) { notice("lost \(title); it is connected again when it returns") }
            return true
        case SND_SEQ_EVENT_PORT_START:
            // A name may have another number now.
            guard let source, let found = Self.address(of: source, sequencer), Self.areEqual(found, place) else { return true }
            guard snd_seq_connect_from(sequencer, port, Int32(found.client), Int32(found.port)) == 0 else { return true }
            sender = found
            notice("\(title) is back")
            return true
        default: return false
        }
    }

    private static func areEqual(_ a: snd_seq_addr_t, _ b: snd_seq_addr_t) -> Bool { a.client == b.client && a.port == b.port }

    /// The port that an address or a name means; nil if there is no such client.
    private static func address(of source: String, _ sequencer: OpaquePointer) -> snd_seq_addr_t? {
        var address = snd_seq_addr_t()
        return snd_seq_parse_address(sequencer, &address, source) == 0 ? address : nil
    }

    /// Appends a step. Only a key that is struck or released needs a step of its own.
    private static func add(_ step: ChannelValues, to steps: inout [ChannelValues]) {
        let velocity = MIDIChannel.velocity.name()
        if let last = steps.indices.last, step[velocity] == nil, steps[last][velocity] == nil {
            steps[last].replace(with: step)
        } else {
            steps.append(step)
        }
    }

    private func reportLoss() {
        guard !hasReportedLoss else { return }
        hasReportedLoss = true
        notice("MIDI events were lost: more arrived than the sequencer holds")
    }

    /// The clients that can be connected, each as an input is written, with its name.
    private static func clients(_ sequencer: OpaquePointer) -> [String] {
        var info: OpaquePointer?
        guard snd_seq_client_info_malloc(&info) == 0, let info else { return [] }
        defer { snd_seq_client_info_free(info) }
        var names: [String] = []
        snd_seq_client_info_set_client(info, -1)
        while snd_seq_query_next_client(sequencer, info) >= 0 {
            let client = snd_seq_client_info_get_client(info)
            guard client != SND_SEQ_CLIENT_SYSTEM, client != snd_seq_client_id(sequencer) else { continue }
            names.append("\(scheme)\(client) (\(String(cString: snd_seq_client_info_get_name(info)).visible))")
        }
        return names.isEmpty ? ["those that `aconnect -i` lists, once one is plugged in"] : names
    }
}

/// Why a port of ALSA's sequencer could not be opened or connected, and what to do about it.
public struct MIDIFault: Error, Equatable, Sendable, CustomStringConvertible {
    var place: String
    var cause: String
    var remedy: String
    public var description: String { "\(place): \(cause); \(remedy)".visible }
}

extension MIDIFault {
    /// - Parameter code: alsa-lib's, negative.
    init(opening code: Int32) {
        place = "/dev/snd/seq"
        cause = "ALSA's sequencer cannot be opened: \(String(cString: snd_strerror(code)))"
        remedy =
            code == -EACCES
            ? "add yourself to the group audio (sudo usermod -aG audio $USER), and log in again"
            : "load it with `sudo modprobe snd-seq`"
    }
}
