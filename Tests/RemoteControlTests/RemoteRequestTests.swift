// SPDX-License-Identifier: MIT
import OpenSoundControl
import RainSynthesis
import Testing
import Transport

@testable import RemoteControl

struct RemoteRequestTests {
    private static func read(_ address: String, _ arguments: OSCMessage.Argument...) throws -> (RemoteRequest, RemoteFault?) {
        let (request, clamped) = try RemoteRequest.read(OSCMessage(address, arguments))
        return (request, clamped)
    }

    @Test(arguments: ["/amaoto/drops/rate", "/amaoto/drops.rate", "/drops/rate", "/drops.rate"])
    func aParameterHasManySpellings(address: String) throws {
        for argument in [OSCMessage.Argument.number(1200), .integer(1200), .text("1200")] {
            let (request, clamped) = try Self.read(address, argument)
            #expect(request == .command(.override(.dropsRate, 1200)) && clamped == nil)
        }
    }

    /// Every parameter of the table is reachable by name; parameters fixed at the start are reported as such.
    @Test func everyParameterIsReached() throws {
        for spec in ParameterTable.all {
            let argument: OSCMessage.Argument = spec.choices.last.map { .text($0) } ?? .number(Double(spec.range.upperBound))
            let address = "/amaoto/" + spec.name.replacing(".", with: "/")
            if spec.fixedAtStart {
                #expect(throws: RemoteFault.fixed(spec.name)) { try Self.read(address, argument) }
            } else {
                let (request, clamped) = try Self.read(address, argument)
                #expect(request == .command(.override(spec.id, spec.range.upperBound)), "\(spec.name)")
                #expect(clamped == nil, "\(spec.name)")
            }
        }
    }

    @Test func materialsAreNames() throws {
        let (request, _) = try Self.read("/amaoto/drops/material", .text("glass"))
        #expect(request == .command(.override(.dropsMaterial, 3)))
        #expect(throws: RemoteFault.self) { try Self.read("/amaoto/drops/material", .text("paper")) }
        #expect(throws: RemoteFault.self) { try Self.read("/amaoto/drops/material", .number(1.5)) }
    }

    @Test func valuesBeyondTheLimitsAreClampedAndSaid() throws {
        let (request, clamped) = try Self.read("/drops.pan", .number(9))
        #expect(request == .command(.override(.dropsPan, 1)))
        #expect(clamped?.description == "drops.pan takes -1 to 1; 9 was clamped to 1")
        #expect(throws: RemoteFault.self) { try Self.read("/drops.pan", .number(.nan)) }
        #expect(throws: RemoteFault.self) { try Self.read("/drops.pan", .number(.infinity)) }
        #expect(throws: RemoteFault.self) { try Self.read("/drops.pan") }
    }

    @Test func thePlayingIsControlled() throws {
        let cases: [(String, [OSCMessage.Argument], PlaybackCommand)] = [
            ("/amaoto/gain", [.number(-6)], .setVolume(-6)), ("/amaoto/mute", [.integer(1)], .setMuted(true)),
            ("/amaoto/mute", [.flag(false)], .setMuted(false)), ("/amaoto/mute", [], .toggleMute),
            ("/amaoto/pause", [.number(1)], .setPaused(true)), ("/amaoto/speed", [.integer(20)], .setSpeed(20)),
            ("/amaoto/seek", [.integer(90)], .seekTo(90)), ("/amaoto/skip", [.number(-5)], .seek(-5)),
            ("/amaoto/release", [], .release(nil)), ("/amaoto/release", [.text("drops.rate")], .release(.dropsRate)),
            ("/amaoto/release", [.text("/amaoto/drops/rate")], .release(.dropsRate)),
        ]
        for (address, arguments, command) in cases {
            #expect(try RemoteRequest.read(OSCMessage(address, arguments)).request == .command(command), "\(address)")
        }
        #expect(try Self.read("/amaoto/gain", .number(90)).0 == .command(.setVolume(12)))
    }

    @Test func presetsAndEventsAreNamed() throws {
        #expect(try Self.read("/amaoto/preset", .text("storm")).0 == .preset("storm"))
        #expect(try Self.read("/amaoto/strike", .text("fix lost")).0 == .strike("fix lost"))
        for address in ["/amaoto/preset", "/amaoto/strike"] {
            #expect(throws: RemoteFault.self) { try Self.read(address) }
            #expect(throws: RemoteFault.self) { try Self.read(address, .integer(3)) }
        }
        #expect(RemoteFault.noEvent("arived", events: ["arrived"]).description == "the preset has no event arived; did you mean arrived?")
        #expect(RemoteFault.noEvent("x", events: []).description == "the preset has no event x; it has none")
    }

    @Test func aWrongNameNamesTheNearest() {
        let fault = #expect(throws: RemoteFault.self) { try Self.read("/amaoto/drops/rat", .number(1)) }
        #expect(fault?.description == "there is no drops.rat; did you mean drops.rate?")
        for address in ["", "/", "//", "/amaoto", "/amaoto/", "/../x", "/" + String(repeating: "a/", count: 5_000)] {
            #expect(throws: RemoteFault.self) { try Self.read(address, .number(1)) }
        }
    }
}
