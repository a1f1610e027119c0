// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing
import Tracking

@testable import LiveSources

/// A serial line during and after reading.
@Suite(.tags(.alone), .serialized) struct SerialPortTests {
    private var settings: LiveSource.Settings {
        var settings = LiveSource.Settings()
        settings.reading.format = .jsonl
        settings.baud = 4800
        return settings
    }

    private func report(_ second: Int) -> String { "{\"time\":\(1_767_653_235 + second),\"lat\":35.6,\"lon\":139.7}\n" }

    @Test func itIsSetAndPutBack() async throws {
        let line = try SerialLine()
        let before = line.state
        let taken = try Taken(line.path, settings, isDevice: true)
        try await eventually("it is raw") { line.isRaw }
        #expect(line.speed == speed_t(B4800))
        for second in 0..<4 { try line.say(report(second)) }
        try await eventually("fixes come") { taken.fixes.count == 4 }
        taken.source.stop()
        // At once: the program may be ended right after the stop.
        #expect(line.state == before)
        #expect(await taken.ended(within: 10) == .some(nil))
        #expect(line.state == before)
    }

    /// Stopped before, during or after opening: the line is restored when the stop returns, and stays so.
    @Test func stoppedAtAnyMomentItIsAsItWas() async throws {
        let line = try SerialLine()
        let before = line.state
        for round in 0..<50 {
            let taken = try Taken(line.path, settings, isDevice: true)
            for _ in 0..<round * 50 { sched_yield() }
            taken.source.stop()
            #expect(line.state == before, "round \(round)")
            try await eventually("round \(round) ends") { taken.hasEnded }
            #expect(line.state == before, "round \(round)")
        }
    }

    /// A receiver's fix is there once its sentences are complete, not only at the next.
    @Test func aFixIsThereOnceTheLineIsSilent() async throws {
        let line = try SerialLine()
        var settings = LiveSource.Settings()
        settings.baud = 4800
        let taken = try Taken(line.path, settings, isDevice: true)
        try await eventually("it is raw") { line.isRaw }
        for second in 0..<6 {
            try line.say(SerialLine.sentences(second: second))
            // Nothing more is sent until the fix is there.
            try await eventually("fix \(second) is there") { taken.fixes.count == second + 1 }
        }
        // Repeated sentences of the same time make no fix.
        try line.say(SerialLine.sentences(second: 5) + SerialLine.sentences(second: 6))
        try await eventually("the next is there") { taken.fixes.count == 7 }
        await taken.stop()
        let fixes = taken.fixes
        #expect(
            fixes.count == 7
                && zip(fixes, fixes.dropFirst()).allSatisfy { ($1.time?.nanoseconds ?? 0) - ($0.time?.nanoseconds ?? 0) == 1_000_000_000 })
        #expect(fixes.allSatisfy { $0.altitude == 10 && $0.course == 90 && $0.accuracy == 5 } && taken.faults.isEmpty)
    }

    @Test func unpluggedItIsWaitedFor() async throws {
        let folder = try Folder(), link = folder.path("line")
        var line: SerialLine? = try SerialLine()
        symlink(line!.path, link)
        let taken = try Taken(link, settings, isDevice: true)
        try await eventually("it is open") { (try? line?.say(report(0))) != nil && taken.fixes.count >= 1 }
        try? line?.master.close()
        line = nil
        try await eventually("its loss is said") { taken.hasSaid("has disappeared") }
        unlink(link)
        let again = try SerialLine()
        symlink(again.path, link)
        // What it sends before it is opened again is discarded.
        try await eventually("its return is said") {
            try? again.say(report(1))
            return taken.hasSaid("is back")
        }
        // Several of the first may still have been in transit.
        try await eventually("fixes come again") { taken.fixes.last?.time == TrackTime(nanoseconds: 1_767_653_236_000_000_000) }
    }

    /// A device that can be opened and ends at once is not back, however often.
    @Test func aLineThatOnlyOpensIsNotBack() async throws {
        let folder = try Folder(), link = folder.path("line")
        var taken: Taken?
        for round in 0..<4 {
            let line = try SerialLine()
            unlink(link)
            symlink(line.path, link)
            if taken == nil { taken = try Taken(link, settings, isDevice: true) }
            try await eventually("it is opened, round \(round)") { line.isRaw }
            try line.master.close()
        }
        let source = try #require(taken)
        try await eventually("its loss is said") { source.hasSaid("has disappeared") }
        source.source.stop()
        #expect(source.said.count { $0.contains("has disappeared") } == 1 && !source.hasSaid("is back"), "\(source.said)")
    }

    @Test func whatIsNoneIsSaid() async throws {
        #expect(try await Taken("/dev/zero", settings, isDevice: true).ended(within: 10)??.message.contains("not a serial device") == true)
        #expect(try await Taken("/dev/ttyUSB77", settings, isDevice: true).ended(within: 10)??.message.contains("not there") == true)
        var odd = settings
        odd.baud = 1234
        #expect(try await Taken("/dev/zero", odd, isDevice: true).ended(within: 10)??.remedy.contains("4800") == true)
    }

    @Test func nobodyIsToldToJoinTheGroupRoot() {
        #expect(!SerialPort.permissionRemedy(group: 0).contains("usermod"))
        #expect(SerialPort.permissionRemedy(group: nil).contains("usermod -aG dialout"))
    }
}
