// SPDX-License-Identifier: MIT
import AudioOutput
import DeterministicMath
import SoundAnalysis
import Synchronization

/// Keeps the last second of playback, for meters, spectra and streams. The player's recording thread writes, any thread reads.
public final class SoundTap: TransientSink, Sendable {
    /// Takes the played frames as they arrive: interleaved stereo. Called on the recording thread; must return quickly.
    public typealias Listener = @Sendable ([Float]) -> Void

    /// The number of frames kept.
    private static let capacity = 48_000

    private struct State {
        var ring = [Float](repeating: 0, count: 2 * capacity)
        var next = 0
        var frames: Int64 = 0
        var listeners: [(id: Int, listener: Listener)] = []
        var lastID = 0
    }

    private let state = Mutex(State())
    public let place = "the tuner"

    public init() {}

    public var framesWritten: Int64 { state.withLock { $0.frames } }

    /// Returns the newest frames as left and right, oldest first; silence before the first.
    func newest(_ count: Int) -> (left: [Float], right: [Float]) {
        let count = min(max(0, count), Self.capacity)
        return state.withLock { state in
            var left = [Float](repeating: 0, count: count), right = left
            var place = (state.next - count + Self.capacity) % Self.capacity
            for index in 0..<count {
                left[index] = state.ring[2 * place]
                right[index] = state.ring[2 * place + 1]
                place = place + 1 == Self.capacity ? 0 : place + 1
            }
            return (left, right)
        }
    }

    /// Returns the level of the newest frames in each band of frequencies in Hz, in dB of full scale and at least `floor`; nil for
    /// less than one frame of the spectrum.
    public func levels(in bands: [ClosedRange<Double>], frames: Int, sampleRate: Int, floor: Double) -> [Double]? {
        let newest = newest(frames)
        let sound = Sound(sampleRate: sampleRate, channels: [newest.left, newest.right])
        guard let spectrum = Spectrum(of: sound, size: 4096) else { return nil }
        return bands.map { band in
            let power = spectrum.power(from: band.lowerBound, to: band.upperBound)
            return power > 0 ? max(floor, 10 * DeterministicMath.log10(power)) : floor
        }
    }

    /// Also passes all frames from now on to `listener`. Returns a number for `stopListening`.
    public func listen(_ listener: @escaping Listener) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.listeners.append((state.lastID, listener))
            return state.lastID
        }
    }

    public func stopListening(_ id: Int) { state.withLock { $0.listeners.removeAll { $0.id == id } } }

    // MARK: The sink

    public func write(_ frames: UnsafeBufferPointer<Float>) {
        let listeners = state.withLock { state in
            for index in 0..<frames.count / 2 {
                state.ring[2 * state.next] = frames[2 * index]
                state.ring[2 * state.next + 1] = frames[2 * index + 1]
                state.next = state.next + 1 == Self.capacity ? 0 : state.next + 1
            }
            state.frames += Int64(frames.count / 2)
            return state.listeners.map(\.listener)
        }
        guard !listeners.isEmpty else { return }
        let copy = Array(frames)
        for listener in listeners { listener(copy) }
    }
}
