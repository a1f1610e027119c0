// SPDX-License-Identifier: MIT
/// Reorders the channels of converted frames from the engine's order into the output's. Audio thread; memory is allocated in `init`.
struct ChannelArrangement: ~Copyable {
    private let channels: Int
    private let sampleBytes: Int
    private let sources: UnsafeMutablePointer<Int>
    private let frame: UnsafeMutableRawPointer

    /// - Parameter order: nil where both orders are the same: nothing is done then.
    init(_ order: ChannelOrder?, sampleBytes: Int) {
        let order = order?.sources ?? []
        channels = order.count
        self.sampleBytes = sampleBytes
        sources = .allocate(capacity: channels)
        for (channel, source) in order.enumerated() { (sources + channel).initialize(to: source) }
        frame = .allocate(byteCount: channels * sampleBytes, alignment: 8)
        frame.initializeMemory(as: UInt8.self, repeating: 0, count: channels * sampleBytes)
    }

    deinit {
        sources.deallocate()
        frame.deallocate()
    }

    /// Rearranges `frames` frames in place.
    @_noLocks func arrange(_ bytes: UnsafeMutableRawPointer, frames: Int) {
        let size = channels &* sampleBytes
        guard size > 0 else { return }
        for index in 0..<frames {
            let place = bytes + index &* size
            for byte in 0..<size {
                frame.storeBytes(of: place.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
            }
            for channel in 0..<channels {
                let source = sources[channel] &* sampleBytes
                for byte in 0..<sampleBytes {
                    let value = frame.load(fromByteOffset: source &+ byte, as: UInt8.self)
                    place.storeBytes(of: value, toByteOffset: channel &* sampleBytes &+ byte, as: UInt8.self)
                }
            }
        }
    }
}
