// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing

@testable import AudioOutput

/// Runs a program found on the PATH to its end.
func run(_ arguments: [String], input: Data? = nil) throws -> ProgramRun {
    // The shell's cat provides a pipe, as in real use; a pipe of this process would leak into other children.
    try ProgramRun(input == nil ? arguments : ["sh", "-c", "cat | \"$@\"", "sh"] + arguments, input: input)
}

extension Data {
    /// The bytes as little-endian numbers.
    func numbers<T: BitwiseCopyable>(_ type: T.Type) -> [T] {
        withUnsafeBytes { raw in
            let size = MemoryLayout<T>.size
            return (0..<count / size).map { raw.loadUnaligned(fromByteOffset: $0 * size, as: T.self) }
        }
    }
    /// Packed 24-bit little-endian integers.
    var packed24: [Int32] {
        (0..<count / 3).map { place in
            let base = startIndex + 3 * place
            let low = Int32(self[base])
            let middle = Int32(self[base + 1]) << 8
            let high = Int32(Int8(bitPattern: self[base + 2])) << 16
            return high | middle | low
        }
    }
}

/// Interleaved stereo noise in -1 ..< 1 on a grid of 2^-31, the same for the same seed.
func noise(frames: Int, seed: UInt64 = 1, level: Float = 1) -> [Float] {
    var random = SplitMix(seed: seed)
    return (0..<frames * 2).map { _ in Float(Int32(truncatingIfNeeded: random.next() >> 32)) * 0x1p-31 * level }
}

/// The same on a grid of 2^-20, which sox's internal integers preserve.
func coarse(_ samples: [Float]) -> [Float] { samples.map { ($0 * 0x1p20).rounded() * 0x1p-20 } }

/// All of `samples` through a fresh converter, in blocks of `block` frames.
func converted(
    _ samples: [Float], _ format: SampleFormat, layout: SpeakerLayout = .stereo, seed: UInt64 = 1, block: Int = 4096
) -> Data {
    var converter = SampleConverter(format: format, layout: layout, ditherSeed: seed)
    var data = Data()
    let room = UnsafeMutableRawPointer.allocate(byteCount: block * converter.bytesPerFrame, alignment: 16)
    defer { room.deallocate() }
    samples.withUnsafeBufferPointer { buffer in
        let channels = converter.inputChannels
        var done = 0
        while done < buffer.count / channels, let base = buffer.baseAddress {
            let count = min(block, buffer.count / channels - done)
            converter.convert(base + done * channels, frames: count, to: room)
            data.append(Data(bytes: room, count: count * converter.bytesPerFrame))
            done += count
        }
    }
    return data
}

extension SoundSink {
    /// Writes an array in blocks.
    func write(_ samples: [Float], block: Int = 1000) throws {
        try samples.withUnsafeBufferPointer { buffer in
            var done = 0
            while done < buffer.count {
                let end = min(buffer.count, done + block * 2)
                try write(UnsafeBufferPointer(rebasing: buffer[done..<end]))
                done = end
            }
        }
    }
}

/// A pipe that no child process inherits: a stray write end would keep its reader waiting.
func closedPipe() throws -> (reading: FileHandle, writing: FileHandle) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileHandle(fileDescriptor: ends[0]), FileHandle(fileDescriptor: ends[1]))
}

extension SoundFileSettings {
    /// Those of a ride, with all texts.
    static func ride(_ format: SampleFormat? = nil) -> SoundFileSettings {
        var settings = SoundFileSettings()
        settings.format = format
        settings.title = "A ride"
        settings.software = "Amaoto"
        settings.comment = "seed 7"
        return settings
    }
}

/// Another program's decoding, as raw samples of the file's own format.
func decoded(_ path: String, _ format: SampleFormat) throws -> Data {
    let encoding = format == .float32 ? "float" : "signed"
    let bits = "\(format.bytesPerSample * 8)"
    let result = try run(["sox", "-D", path, "-t", "raw", "-e", encoding, "-b", bits, "-L", "-"])
    #expect(result.status == 0, Comment(rawValue: result.errors))
    return result.output
}
