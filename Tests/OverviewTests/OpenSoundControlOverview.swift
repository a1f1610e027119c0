// SPDX-License-Identifier: MIT
import OpenSoundControl
import Testing

/// The example of OpenSoundControl's overview.
struct OpenSoundControlOverview {
    @Test func example() async throws {
        // example begins
        let message = OSCMessage("/amaoto/drops/rate", [.number(1200)])
        let datagram = OSCPacket.bytes(of: message)
        let decoded = try OSCPacket.messages(in: datagram)

        let socket = try OSCSocket(port: 0)
        print("127.0.0.1:\(socket.port)")
        while let (bytes, sender) = socket.receive() {
            for query in try OSCPacket.messages(in: bytes) {
                socket.send(OSCMessage("/echo", query.arguments), to: sender)
            }
        }
        // example ends
        #expect(decoded == [message])
        #expect(datagram.count % 4 == 0)
        #expect(socket.port > 0)
    }
}
