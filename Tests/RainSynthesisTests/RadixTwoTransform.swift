// SPDX-License-Identifier: MIT
import Foundation

/// The Fourier transform of complex numbers in double precision, in place.
struct RadixTwoTransform {
    var real: [Double]
    var imaginary: [Double]
    private let cosines: [Double]
    private let sines: [Double]

    /// - Parameter size: a power of two.
    init(size: Int) {
        cosines = (0..<size / 2).map { cos(2 * Double.pi * Double($0) / Double(size)) }
        sines = (0..<size / 2).map { -sin(2 * Double.pi * Double($0) / Double(size)) }
        real = [Double](repeating: 0, count: size)
        imaginary = real
    }

    mutating func transform() {
        let size = real.count
        real.withUnsafeMutableBufferPointer { re in
            imaginary.withUnsafeMutableBufferPointer { im in
                var j = 0
                for i in 1..<size {
                    var bit = size >> 1
                    while j & bit != 0 {
                        j ^= bit
                        bit >>= 1
                    }
                    j ^= bit
                    if i < j {
                        re.swapAt(i, j)
                        im.swapAt(i, j)
                    }
                }
                var half = 1
                while half < size {
                    let stride = size / (2 * half)
                    for start in Swift.stride(from: 0, to: size, by: 2 * half) {
                        for k in 0..<half {
                            let c = cosines[k * stride]
                            let s = sines[k * stride]
                            let a = start + k
                            let b = a + half
                            let tr = re[b] * c - im[b] * s
                            let ti = re[b] * s + im[b] * c
                            re[b] = re[a] - tr
                            im[b] = im[a] - ti
                            re[a] += tr
                            im[a] += ti
                        }
                    }
                    half *= 2
                }
            }
        }
    }
}
