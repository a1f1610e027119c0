import Foundation
import LiveSources
import Testing
import Tracking

/// A serial line, played by a pseudo-terminal.
@Suite(.serialized) struct SerialPortTests {
    private struct Line {
        let master: FileHandle
        let slave: Int32
        let path: String

        init() throws {
            var master: Int32 = -1, slave: Int32 = -1
            var name = [CChar](repeating: 0, count: 128)
            try #require(openpty(&master, &slave, &name, nil, nil) == 0)
            self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
            self.slave = slave
            path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        var settings: termios {
            var settings = termios()
            tcgetattr(slave, &settings)
            return settings
        }

        func say(_ second: Int) throws {
            try master.write(contentsOf: Data("{\"time\":\(1_767_653_235 + second),\"lat\":35.6,\"lon\":139.7}\n".utf8))
        }
    }

    private var settings: LiveSource.Settings {
        var settings = LiveSource.Settings()
        settings.reading.format = .jsonl
        settings.baud = 4800
        return settings
    }

    @Test func itIsSetAndPutBack() async throws {
        let line = try Line()
        defer { close(line.slave) }
        let before = line.settings
        let taken = try Taken(line.path, settings, isDevice: true)
        try await eventually("it is raw") { line.settings.c_lflag & tcflag_t(ICANON | ECHO) == 0 }
        var during = line.settings
        #expect(cfgetospeed(&during) == speed_t(B4800))
        for second in 0..<4 { try line.say(second) }
        try await eventually("fixes come") { taken.fixes.count == 4 }
        taken.source.stop()
        #expect(await taken.ended(within: 10) == .some(nil))
        try await eventually("it is as it was") { line.settings.c_lflag == before.c_lflag && line.settings.c_cflag == before.c_cflag && line.settings.c_iflag == before.c_iflag }
    }

    @Test func unpluggedItIsWaitedFor() async throws {
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-line-\(UUID().uuidString)").path
        defer { unlink(link) }
        var line: Line? = try Line()
        symlink(line!.path, link)
        close(line!.slave)
        let taken = try Taken(link, settings, isDevice: true)
        try await eventually("it is open") { (try? line?.say(0)) != nil && taken.fixes.count >= 1 }
        let before = taken.fixes.count
        try? line?.master.close()
        line = nil
        try await eventually("its loss is said") { taken.said.contains { $0.contains("has gone") } }
        unlink(link)
        let again = try Line()
        defer { close(again.slave) }
        symlink(again.path, link)
        try await eventually("its return is said") { taken.said.contains { $0.contains("is back") } }
        try again.say(1)
        try await eventually("fixes come again") { taken.fixes.count == before + 1 }
    }

    @Test func whatIsNoneIsSaid() async throws {
        #expect(try await Taken("/dev/zero", settings, isDevice: true).ended(within: 10)??.message.contains("no serial line") == true)
        #expect(try await Taken("/dev/ttyUSB77", settings, isDevice: true).ended(within: 10)??.message.contains("not there") == true)
        var odd = settings
        odd.baud = 1234
        #expect(try await Taken("/dev/zero", odd, isDevice: true).ended(within: 10)??.remedy.contains("4800") == true)
    }
}
