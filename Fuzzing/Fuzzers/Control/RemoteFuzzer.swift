// SPDX-License-Identifier: MIT
import RainSynthesis

@testable import OpenSoundControl
@testable import RemoteControl
@testable import Transport

extension Fuzzer {
    /// Requests to the player are within the limits of commands, or refused with a message. Tried are the messages of a datagram,
    /// and one message of a known name or any name with arguments of every type.
    static let remote = Fuzzer("remote", longest: 1024) { bytes in
        for message in (try? OSCPacket.messages(in: bytes)) ?? [] { checkRemote(message) }
        var input = FuzzBytes(bytes)
        let kind = input.byte()
        let names = ParameterTable.all.map(\.name) + RemoteRequest.names
        var address = kind & 1 == 1 ? "/amaoto/" : "/"
        if kind & 2 == 2 { address += input.choice(names) } else { address += input.text() }
        var arguments: [OSCMessage.Argument] = []
        for _ in 0..<input.below(4) {
            switch input.byte() % 6 {
            case 0: arguments.append(.integer(input.integer()))
            case 1: arguments.append(.number(input.double()))
            case 2: arguments.append(.flag(input.flag()))
            case 3: arguments.append(.other(Character(UnicodeScalar(input.byte()))))
            case 4: arguments.append(.text(input.choice(names)))
            default: arguments.append(.text(input.text()))
            }
        }
        checkRemote(OSCMessage(address, arguments))
    }

    private static func checkRemote(_ message: OSCMessage) {
        do throws(RemoteFault) {
            let (request, clamped) = try RemoteRequest.read(message)
            if let clamped {
                guard case .clamped = clamped else { return expect(false, "carried out, and yet: \(clamped)") }
                expect(!clamped.description.isEmpty, "a fault without words")
            }
            guard case .command(let command) = request else { return }
            switch command {
            case .setVolume(let gain): expect(PlaybackCommand.gains.contains(gain), "\(message): \(gain) dB")
            case .setSpeed(let speed): expect(PlaybackCommand.speeds.contains(speed), "\(message): \(speed) times")
            case .seekTo(let seconds): expect((0...1e9).contains(seconds), "\(message): to \(seconds) s")
            case .seek(let seconds): expect((-1e6...1e6).contains(seconds), "\(message): by \(seconds) s")
            case .override(let id, let value):
                let spec = ParameterTable.spec(id)
                expect(!spec.fixedAtStart, "\(spec.name) is fixed at the start")
                expect(spec.range.contains(value), "\(spec.name) is held at \(value)")
                expect(
                    spec.choices.isEmpty || spec.choice(at: Double(value)) != nil && value == value.rounded(),
                    "\(spec.name) is held at \(value)")
            case .toggleMute, .togglePause, .setMuted, .setPaused, .release: break
            default: expect(false, "\(message) asks for \(command)")
            }
        } catch { expect(!error.description.isEmpty, "a fault without words: \(error)") }
    }
}

extension FuzzBytes {
    fileprivate mutating func text() -> String {
        var bytes: [UInt8] = []
        for _ in 0..<below(24) { bytes.append(byte()) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
