// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import LiveSources

/// Addresses as users write them.
@Suite(.tags(.alone)) struct LiveAddressTests {
    @Test(arguments: [
        ("gpsd://", LiveAddress.gpsd(host: "localhost", port: 2947, device: nil)),
        ("gpsd://pi.local", .gpsd(host: "pi.local", port: 2947, device: nil)),
        ("gpsd://pi.local/", .gpsd(host: "pi.local", port: 2947, device: nil)),
        ("gpsd://pi.local:2948/dev/ttyS0", .gpsd(host: "pi.local", port: 2948, device: "/dev/ttyS0")),
        ("gpsd://[::1]:2948", .gpsd(host: "::1", port: 2948, device: nil)),
        ("GPSD://[::1]", .gpsd(host: "::1", port: 2947, device: nil)),
        ("http://:8080", .http(host: "127.0.0.1", port: 8080)),
        ("http://0.0.0.0:8080/", .http(host: "0.0.0.0", port: 8080)),
        ("osc://:9000", .osc(host: "127.0.0.1", port: 9000)),
        ("tuio://", .tuio(host: "127.0.0.1", port: 3333)),
        ("tuio://:4444", .tuio(host: "127.0.0.1", port: 4444)),
        ("tcp://plotter.local:10110", .tcp(host: "plotter.local", port: 10110)), ("tcp://:10110", .tcp(host: "localhost", port: 10110)),
        ("train://SNCF", .train(TrainPortal.all[1])), ("serial:///dev/ttyUSB0", .serial(path: "/dev/ttyUSB0")),
    ])
    func areRead(text: String, address: LiveAddress) throws {
        #expect(try LiveAddress.read(text) { _ in false } == address)
    }

    private func broker(_ address: String) throws -> MQTTAddress {
        guard case .mqtt(let broker)? = try LiveAddress.read(address, isDevice: { _ in false }) else {
            throw CocoaError(.coderInvalidValue)
        }
        return broker
    }

    @Test func aBrokersAddress() throws {
        let broker = try broker("mqtts://an%40na:se%2Fcret@host/owntracks/+/phone?client=me")
        #expect(broker.host == "host" && broker.port == 8883 && broker.isSecure)
        #expect(broker.user == "an@na" && broker.password == "se/cret")
        #expect(broker.topic == "owntracks/+/phone" && broker.client == "me")
    }

    /// Messages go to logs that others read.
    @Test(arguments: [
        "mqtt://anna:secret@host:99999/topic", "mqtts://anna:secret@host", "mqtt://anna:secret@[::1]/a?b=1", "mqt://anna:secret@host/topic",
        "http://anna:secret@0.0.0.0:8080", "tcp://anna:secret@host:99", "gpsd://anna:secret@host", "osc://secret@:9000",
    ])
    func mistakesInAnAddressKeepItsPassword(text: String) {
        #expect { try LiveAddress.read(text) { _ in false } } throws: {
            !"\($0)".contains("secret") && !"\($0)".contains("anna") && "\($0)".hasPrefix(text.prefix(4))
        }
    }

    @Test func aBrokersTitleIsAnAddress() throws {
        #expect(try broker("mqtt://a:b@[::1]:1884/t").title == "mqtt://[::1]:1884/t")
    }

    /// Topics of Helsinki's vehicles begin with an empty level.
    @Test func aTopicMayBeginWithASlash() throws {
        let broker = try broker("mqtts://mqtt.hsl.fi//hfp/v2/journey/#")
        #expect(broker.host == "mqtt.hsl.fi" && broker.port == 8883 && broker.topic == "/hfp/v2/journey/#")
    }

    @Test func filesAreNone() throws {
        for name in ["ride.gpx", "-", "/tmp/a:b", "http", "C:/x"] { #expect(try LiveAddress.read(name) { _ in false } == nil) }
        #expect(try LiveAddress.read("/dev/ttyUSB0") { _ in true } == .serial(path: "/dev/ttyUSB0"))
    }

    @Test(arguments: [
        ("ftp://host/x", "unsupported scheme 'ftp'"), ("mid://20:0", "tuio://, or midi:// with `amaoto play`"),
        ("http://", "the port is missing; add it after a colon, as in http://:8080"), ("tcp://host", "as in tcp://host:8080"),
        ("osc://", "as in osc://:8080"),
        ("tcp://host:1/x", "no path"), ("http://anna@:80", "no user and no password; remove what is before the @, and give a token"),
        ("http://:99999", "not a valid port"),
        ("http://:80/path", "no path"),
        ("mqtt://host", "the topic is missing"), ("mqtt://host/a?b=1", "unknown option"), ("gpsd://host:0", "not a valid port"),
        ("train://", "use one of ice, sncf"),
    ])
    func mistakesAreSaid(text: String, says: String) {
        #expect { try LiveAddress.read(text) { _ in false } } throws: { "\($0)".contains(says) }
    }

    /// Each form, with its capitals replaced, is read as its scheme.
    @Test func everyFormIsAnAddress() throws {
        for form in LiveAddress.forms {
            let text = form.replacing("HOST", with: "host").replacing("PORT", with: "1234").replacing("TOPIC", with: "a/b")
            let address = try #require(try LiveAddress.read(text) { $0.hasPrefix("/dev/") }, "\(form)")
            #expect(address.title.prefix { $0 != ":" } == text.prefix { $0 != ":" })
        }
    }

    @Test func whoIsHeard() throws {
        for (text, isLocal) in [("http://:1", true), ("osc://0.0.0.0:1", false), ("tuio://[::1]:1", true), ("http://192.168.1.2:1", false)]
        {
            #expect(try LiveAddress.read(text) { _ in false }?.isLocal == isLocal)
        }
    }
}
