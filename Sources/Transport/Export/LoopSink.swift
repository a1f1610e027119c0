// SPDX-License-Identifier: MIT
import AudioOutput

/// A sink that turns a render into a loop and passes it on.
final class LoopSink: SoundSink {
    private let sink: any SoundSink
    private var weave: LoopWeave
    private let steady: LoopSteady?

    /// - Parameter steady: the signal of tone and rails in the crossfade, if they sound among other layers.
    init(_ shape: LoopShape, _ crossing: LoopWeave.Crossing, steady: LoopSteady?, to sink: any SoundSink) {
        self.sink = sink
        self.steady = steady
        weave = LoopWeave(shape, crossing)
    }

    var place: String { sink.place }
    var framesWritten: Int64 { sink.framesWritten }

    func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        var loop = weave.take(frames)
        guard !loop.isEmpty else { return }
        steady?.correct(&loop, from: sink.framesWritten)
        try loop.withUnsafeBufferPointer { (frames) throws(AudioFileError) in try sink.write(frames) }
    }

    func finish() throws(AudioFileError) -> String { try sink.finish() }
    func interrupt() throws(AudioFileError) -> String { try sink.interrupt() }
    func abandon() { sink.abandon() }
}

/// What repeats exactly, tone and rails, in the crossfade of a loop: two equal signals in phase, crossfaded like noise, would be
/// louder by up to 3 dB.
final class LoopSteady: TransientSink {
    let place = "the tone and the rails"
    private(set) var framesWritten: Int64 = 0
    private let shape: LoopShape
    private var head: [Float] = []
    private var tail: [Float] = []

    init(_ shape: LoopShape) { self.shape = shape }

    func write(_ frames: UnsafeBufferPointer<Float>) {
        let channels = shape.channels
        for frame in 0..<(frames.count / channels) {
            let place = framesWritten - shape.lead
            framesWritten += 1
            let samples = frames[frame * channels..<(frame + 1) * channels]
            if (0..<shape.crossing).contains(place) { head += samples }
            if (shape.frames..<shape.frames + shape.crossing).contains(place) { tail += samples }
        }
    }

    /// Replaces its equal-power crossfade with an equal-amplitude one.
    /// - Parameter start: the loop's frame with which `loop` begins.
    func correct(_ loop: inout [Float], from start: Int64) {
        let channels = shape.channels
        for frame in 0..<(loop.count / channels) {
            let place = Int(start + Int64(frame) - (shape.frames - shape.crossing))
            guard place >= 0, (place + 1) * channels <= min(head.count, tail.count) else { continue }
            let way = shape.way(place)
            let power = LoopWeave.Crossing.power.gains(way), amplitude = LoopWeave.Crossing.amplitude.gains(way)
            for channel in 0..<channels {
                let change =
                    Double(tail[place * channels + channel]) * (amplitude.going - power.going)
                    + Double(head[place * channels + channel]) * (amplitude.coming - power.coming)
                loop[frame * channels + channel] += Float(change)
            }
        }
    }
}
