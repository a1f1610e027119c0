// SPDX-License-Identifier: MIT
import Foundation

/// An octave or third-octave band after IEC 61260-1 (base ten): centre 1000 Hz * 10^(0.3 n) or 10^(0.1 n).
public struct FrequencyBand: Equatable, Sendable {
    public enum Width: Sendable { case octave, thirdOctave }

    /// The exact centre in Hz.
    public let centre: Double
    /// The edges in Hz.
    let lower: Double
    let upper: Double

    init(index: Int, width: Width) {
        let step = width == .octave ? 0.3 : 0.1
        centre = 1000 * pow(10, step * Double(index))
        lower = centre * pow(10, -step / 2)
        upper = centre * pow(10, step / 2)
    }

    /// Returns all bands of a width whose centres lie in `range`, in ascending order, between 1 Hz and 50 kHz. A centre may
    /// exceed the range by 3 %, so that a range in round numbers (20 ... 20000) keeps its outermost bands.
    static func all(_ width: Width, in range: ClosedRange<Double>) -> [FrequencyBand] {
        let reach = width == .octave ? -10...5 : -30...17
        return reach.map { FrequencyBand(index: $0, width: width) }.filter {
            $0.centre >= range.lowerBound * 0.97 && $0.centre <= range.upperBound * 1.03
        }
    }
}

/// The power of a sound within one band.
public struct BandLevel: Equatable, Sendable {
    public let band: FrequencyBand
    /// Mean square within the band, FS^2.
    public let power: Double

    /// The band's power in dB re FS^2 (a full-scale square wave is 0, a full-scale sine -3.01).
    public var level: Double { decibels(power: power) }
    /// The band's mean density in dB re FS^2/Hz.
    var densityLevel: Double { decibels(power: power / (band.upper - band.lower)) }
}
