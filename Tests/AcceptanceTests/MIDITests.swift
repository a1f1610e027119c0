// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `play midi://`: controllers and keys through ALSA's sequencer. Where the machine has none, a stand-in gives alsa-lib's events.
@Suite(.tags(.program), .waiting, .serialized) struct MIDITests {
    private let folder: Folder
    private let environment: [String: String]
    private let standIn: URL
    private var preset: String { folder.path("hands.yaml") }

    init() throws {
        folder = try Folder()
        standIn = try PreloadedLibrary.shared("sequencer")
        environment = try SoundDevices.discarding(in: folder).merging(["SEQUENCER": folder.path("bytes")]) { $1 }
        try Data().write(to: folder.file("bytes"))
        try folder.write(
            """
            preset: 1
            title: Hands
            place: abstract
            base: { drops.rate: 600 }
            map:
              - { from: midi.cc7, to: drops.rate, domain: [0, 127], range: [1000, 3540], smooth: 0 }
            events:
              - { on: midi.velocity crosses 1 up, play: { voice: bell, notes: [a4], level: -12 } }
            """, to: "hands.yaml")
    }

    private func preloaded(_ environment: [String: String]) -> [String: String] {
        environment.merging(["LD_PRELOAD": standIn.path]) { $1 }
    }

    private func play(_ bytes: [UInt8]) throws {
        let file = try FileHandle(forWritingTo: folder.file("bytes"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    private struct Line: Decodable {
        struct Event: Decodable { let name: String }
        let parameters: [String: Value]
        let events: [Event]?
    }
    private enum Value: Decodable {
        case number(Double), other
        init(from decoder: any Decoder) throws {
            self = (try? decoder.singleValueContainer().decode(Double.self)).map { .number($0) } ?? .other
        }
        var number: Double? { if case .number(let number) = self { number } else { nil } }
    }
    private static func lines(of run: RunningProgram) -> [Line] {
        run.text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test(arguments: [["midi://20:0"], ["midi://Keys"], ["examples/visnjan-drive.gpx", "midi://20:0"]])
    func handsAreHeard(inputs: [String]) throws {
        let run = try RunningProgram(
            ["play"] + inputs + ["-p", preset, "-D", "nothing", "--state", "-"], environment: environment, preloading: [standIn])
        try run.wait { run.errors.contains("MIDI:") && run.errors.contains(" on nothing") }
        try play([0xB0, 7, 127])
        try run.wait { Self.lines(of: run).contains { $0.parameters["drops.rate"]?.number == 3540 } }
        try play([0xB0, 7, 0, 0x90, 60, 100])
        try run.wait {
            Self.lines(of: run).contains { $0.parameters["drops.rate"]?.number == 1000 }
                && Self.lines(of: run).contains { !($0.events ?? []).isEmpty }
        }
        #expect(Self.lines(of: run).flatMap { $0.events ?? [] }.first?.name == "midi.velocity crosses 1 up")
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
    }

    /// An instrument that is unplugged is said to be lost, and is heard again once it is plugged in.
    @Test func anInstrumentThatReturnsIsHeardAgain() throws {
        let run = try RunningProgram(
            ["play", "midi://Keys", "-p", preset, "-D", "nothing", "--state", "-"], environment: environment, preloading: [standIn])
        try run.wait { run.errors.contains("MIDI:") && run.errors.contains(" on nothing") }
        try play([0xB0, 7, 127, 0xF4])
        try run.wait { run.errors.contains("lost midi://Keys; it is connected again when it returns") }
        try play([0xB0, 7, 63, 0xF5])
        try run.wait { run.errors.contains("midi://Keys is back") }
        try play([0xB0, 7, 0])
        try run.wait { Self.lines(of: run).contains { $0.parameters["drops.rate"]?.number == 1000 } }
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
    }

    @Test func anUnknownClientIsAnsweredWithThoseThatAreThere() throws {
        let run = try Program.amaoto(["play", "midi://Piano", "-D", "nothing"], environment: preloaded(environment))
        #expect(run.status == 4)
        #expect(run.errors.contains("midi://Piano: the sequencer has no such client; name one of midi://20 (Keys)"), "\(run.errors)")
    }

    @Test func withoutASequencerTheErrorSaysWhatToLoad() throws {
        let run = try Program.amaoto(
            ["play", "midi://", "-D", "nothing"], environment: preloaded(environment.merging(["SEQUENCER": "/none"]) { $1 }))
        #expect(run.status == 4)
        #expect(
            run.errors.contains(
                "/dev/snd/seq: ALSA's sequencer cannot be opened: No such file or directory; load it with `sudo modprobe snd-seq`"),
            "\(run.errors)")
    }

    @Test(arguments: [
        ["render", "midi://", "-o", "x.wav"], ["track", "midi://"], ["render", "examples/visnjan-drive.gpx", "midi://", "-o", "x.wav"],
    ])
    func otherCommandsRefuseControllers(command: [String]) throws {
        let run = try Program.amaoto(command)
        #expect(run.status == 2 && run.errors.contains("only `amaoto play` takes MIDI controllers"), "\(run.errors)")
    }
}
