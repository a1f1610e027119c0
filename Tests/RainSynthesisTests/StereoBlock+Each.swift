// SPDX-License-Identifier: MIT
@testable import RainSynthesis

extension StereoBlock {
    /// Passes two channels on block by block.
    /// - Parameters:
    ///   - size: the most frames of the block that begins at a frame; by default a quantum.
    ///   - body: takes a block, its first frame and the number of its frames.
    static func each(
        _ left: inout [Float], _ right: inout [Float], of size: (Int) -> Int = { _ in 64 }, _ body: (StereoBlock, Int, Int) -> Void
    ) {
        let count = left.count
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return }
                let whole = StereoBlock(left: left, right: right)
                var start = 0
                while start < count {
                    let frames = min(size(start), count - start)
                    body(whole.from(start), start, frames)
                    start += frames
                }
            }
        }
    }
}
