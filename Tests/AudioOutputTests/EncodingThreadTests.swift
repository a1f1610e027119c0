// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import AudioOutput

/// A file that is encoded on another thread is the one that the same thread would have written.
@Suite(.waiting) struct EncodingThreadTests {
    private static let lengths = [1, 4096, 7, 65_536, 480, 20_000, 20_000, 20_000, 3]

    private static func write(_ sink: any SoundSink) throws {
        for length in lengths { try sink.write(noise(frames: length)) }
        #expect(sink.framesWritten == Int64(lengths.reduce(0, +)))
    }

    private static func settings() -> SoundFileSettings {
        var settings = SoundFileSettings()
        settings.format = .signed24
        return settings
    }

    @Test func finishedOrInterruptedTheBytesAreEqual() throws {
        let scratch = try Folder()
        func bytes(_ name: String, _ sink: any SoundSink, interrupted: Bool) throws -> Data {
            try Self.write(sink)
            let path = try interrupted ? sink.interrupt() : sink.finish()
            #expect(path == scratch.path(name))
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }
        for interrupted in [false, true] {
            let (here, there) = ("here\(interrupted).flac", "there\(interrupted).flac")
            let own = try bytes(here, SoundFileWriter(path: scratch.path(here), settings: Self.settings()), interrupted: interrupted)
            let threaded = try SoundSinkOpening.open(scratch.path(there), settings: Self.settings())
            #expect(threaded is EncodingThread)
            #expect(try bytes(there, threaded, interrupted: interrupted) == own)
            #expect(own.count > 10_000)
        }
    }

    @Test func abandonedOrForgottenItLeavesNothing() throws {
        let scratch = try Folder()
        for isForgotten in [false, true] {
            let sink = try SoundSinkOpening.open(scratch.path("a.flac"), settings: Self.settings())
            try Self.write(sink)
            #expect(!scratch.names.isEmpty)
            if !isForgotten { sink.abandon() }
        }
        #expect(scratch.names.isEmpty)
    }

    /// The file is closed under the writer: the first error comes with a later block or at the end, and nothing is left.
    @Test func anErrorReachesTheWriter() throws {
        let scratch = try Folder()
        let file = try SoundFileWriter(path: scratch.path("a.flac"), settings: Self.settings())
        let sink = try EncodingThread(file, channels: 2)
        file.abandon()
        _ = try? Self.write(sink)
        let error = #expect(throws: AudioFileError.self) { try sink.finish() }
        #expect(error?.place == scratch.path("a.flac"))
        #expect(scratch.names.isEmpty)
    }
}
