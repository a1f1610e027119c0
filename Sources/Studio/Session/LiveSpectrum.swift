import SoundAnalysis
import Tuning

/// The spectrum of what was heard last, in bands of equal width on a scale of pitch.
struct LiveSpectrum {
    static let bands = 56
    private static let lowest = 50.0
    private static let highest = 16_000.0
    /// Frames: a twelfth of a second at 48 kHz.
    private static let size = 4096
    /// What is drawn as silence, in dB.
    private static let floor = -120.0

    private static let edges: [Double] = (0...bands).map { index in
        // For a picture alone: no sample and no line of output depends on it.
        lowest * pow(highest / lowest, Double(index) / Double(bands))
    }

    /// Mean square in each band, in dB of full scale; nil before there was sound.
    static func levels(of tap: SoundTap, sampleRate: Int) -> [Double]? {
        let (left, right) = tap.newest(size)
        let sound = Sound(sampleRate: sampleRate, channels: [left, right])
        guard let spectrum = Spectrum(of: sound, size: size) else { return nil }
        return zip(edges, edges.dropFirst()).map { low, high in
            max(floor, (decibels(power: spectrum.power(from: low, to: high)) * 10).rounded() / 10)
        }
    }
}
