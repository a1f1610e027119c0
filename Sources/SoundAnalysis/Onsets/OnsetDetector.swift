// SPDX-License-Identifier: MIT
import Foundation

/// Detects the onsets of short percussive sounds (drops, clicks, notes) over noise.
///
/// In a few bands, the power of the next millisecond or two is compared with that of the past, in units of the band's noise
/// floor; the flux is the sum of the rises over all bands. Its local maxima are onsets where they exceed both the noise's
/// fluctuation and a share of the strongest flux nearby. The share excludes the secondary attacks of one sound (a drop's impact
/// before its much brighter bubble, or the bubble after its click). Floor and share are updated every second from the three
/// seconds around it, so that they follow the sound. After J. P. Bello et al., "A tutorial on onset detection in music signals",
/// IEEE Trans. SAP 13(5), 2005.
///
/// Streams; memory grows only by the onsets found. One thread at a time.
public struct OnsetDetector {
    public struct Settings: Equatable, Sendable {
        /// The bands analysed, in Hz. A band that starts above 0.4 of the sample rate is skipped.
        var bands: [ClosedRange<Double>]
        /// How far the flux must exceed the fluctuation of the noise floor. A lower value finds fainter drops, but also noise.
        var threshold = 12.0
        /// How far below the strongest onset nearby an onset may lie, in dB of power.
        public var range = 13.0
        /// Of two maxima closer than this, in seconds, only the stronger counts.
        public var minimumGap = 0.004

        public init(bands: [ClosedRange<Double>]) { self.bands = bands }

        /// For all drops that stand out from a bed whose low frequencies reach up to about 800 Hz.
        public static let drops = Settings(bands: [800...2000, 2000...5000, 5000...12_000])
    }

    let sampleRate: Int
    let settings: Settings

    /// Steps of the flux per second, and in the stretch that is decided at once.
    private static let stepsPerSecond = 4000
    private static let stretch = stepsPerSecond
    private let channelCount: Int
    /// They hold the steps from `firstStep` on, which begins a stretch.
    private var bands: [OnsetBand]
    private var firstStep = 0
    private var stepFrames = 0
    /// Steps decided so far, and the onsets found in them.
    private var decided = 0
    private var onsets: [Onset] = []

    public init(sampleRate: Int, channelCount: Int, settings: Settings) {
        self.sampleRate = sampleRate
        self.settings = settings
        self.channelCount = channelCount
        bands = settings.bands.filter { $0.lowerBound < 0.4 * Double(sampleRate) }.map {
            OnsetBand(sampleRate: sampleRate, channelCount: channelCount, edges: $0)
        }
    }

    /// The steps that the bands hold.
    private var heldSteps: Int { bands.first?.powers.count ?? 0 }

    /// Takes the next block. The power of all channels is summed, so that a drop's position does not matter, and a channel that
    /// repeats another or is silent changes nothing.
    public mutating func add(_ block: Sound) {
        precondition(block.channels.count == channelCount, "the number of channels changed within a stream")
        let filtered = bands.indices.map { bands[$0].filter(block) }
        var start = 0
        while start < block.frames {
            let step = firstStep + heldSteps
            let end = (step + 1) * sampleRate / Self.stepsPerSecond - step * sampleRate / Self.stepsPerSecond
            let part = min(max(1, end - stepFrames), block.frames - start)
            for band in bands.indices { bands[band].add(filtered[band], start..<start + part) }
            stepFrames += part
            start += part
            guard stepFrames >= end else { continue }
            for band in bands.indices { bands[band].closeStep(frames: stepFrames, opens: step % Self.stretch == 0) }
            stepFrames = 0
        }
        while firstStep + heldSteps >= decided + 2 * Self.stretch { decideStretch() }
    }

    /// Ends the stream and returns all onsets in order.
    public mutating func finish() -> [Onset] {
        while decided < firstStep + heldSteps { decideStretch() }
        return onsets
    }

    /// Decides the next second by looking at the seconds before and after it, then discards the one before.
    private mutating func decideStretch() {
        let count = heldSteps
        let stretch = decided - firstStep..<min(decided - firstStep + Self.stretch, count)
        let view = 0..<min(stretch.upperBound + Self.stretch, count)
        let flux = flux(in: view)
        let maxima = maxima(of: flux)
        // Power-weighted, so that many small maxima (noise, secondary attacks) do not pull it down.
        let strongest = maxima.reduce(0) { $0 + flux[$1] * flux[$1] } / max(maxima.reduce(0) { $0 + flux[$1] }, 1e-300)
        let least = max(settings.threshold, strongest * pow(10, -settings.range / 10))
        for step in maxima where stretch.contains(step) && flux[step] >= least {
            onsets.append(Onset(time: Double(firstStep + step) / Double(Self.stepsPerSecond)))
        }
        decided += stretch.count
        let past = max(0, decided - firstStep - Self.stretch)
        for band in bands.indices { bands[band].removeFirst(steps: past, stretches: past / Self.stretch) }
        firstStep += past
    }

    /// The rise in power at each step, summed over the bands, in units of the noise's fluctuation.
    private func flux(in view: Range<Int>) -> [Double] {
        var flux = [Double](repeating: 0, count: view.count)
        for band in bands {
            let powers = band.powers[view]
            guard !powers.isEmpty else { continue }
            let upper = min(band.edges.upperBound, 0.5 * Double(sampleRate))
            // A band of bandwidth B follows changes within about 1.4 / B.
            let bandwidth = upper - band.edges.lowerBound
            let ahead = min(max(Int((1.4 / bandwidth * Double(Self.stepsPerSecond)).rounded(.up)), 4), 12)
            let behind = ahead * 3 / 2
            // The power of noise over a time T in C independent channels fluctuates by 1 / sqrt(B T C).
            let channels = band.independentChannels(stretches: (view.count + Self.stretch - 1) / Self.stretch)
            let fluctuation = 1 / (bandwidth * Double(ahead) / Double(Self.stepsPerSecond) * channels).squareRoot()
            var cumulative = [0.0]
            cumulative.reserveCapacity(powers.count + 1)
            for power in powers { cumulative.append((cumulative.last ?? 0) + power) }
            let coming = view.map { step in
                let end = min(step + ahead, view.upperBound)
                return (cumulative[end] - cumulative[step]) / Double(end - step)
            }
            // The lower third is noise even where drops fill half of the time. In silence the floor is 60 dB below the mean.
            let mean = (cumulative.last ?? 0) / Double(powers.count)
            // Neighbouring steps overlap, so every third is enough.
            var third = stride(from: 0, to: coming.count, by: 3).map { coming[$0] }
            let floor = max(third.select(third.count / 3), mean * 1e-6, 1e-15)
            for step in view {
                let start = step - behind
                let past = start < 0 ? floor : (cumulative[step] - cumulative[start]) / Double(behind)
                flux[step] += max(0, coming[step] - 1.3 * past) / floor / fluctuation
            }
        }
        return flux
    }

    /// Local maxima whose flux exceeds the threshold and everything within the minimum gap.
    private func maxima(of flux: [Double]) -> [Int] {
        let reach = max(1, Int((settings.minimumGap * Double(Self.stepsPerSecond)).rounded()))
        return flux.indices.filter { step in
            guard flux[step] >= settings.threshold else { return false }
            for other in max(0, step - reach)..<step where flux[other] >= flux[step] { return false }
            for other in step + 1..<max(step + 1, min(flux.count, step + reach)) where flux[other] > flux[step] {
                return false
            }
            return true
        }
    }
}

extension OnsetDetector {
    /// Finds the onsets of a complete sound.
    public static func onsets(in sound: Sound, settings: Settings) -> [Onset] {
        var detector = OnsetDetector(sampleRate: sound.sampleRate, channelCount: sound.channels.count, settings: settings)
        detector.add(sound)
        return detector.finish()
    }
}

/// The start of a short sound.
public struct Onset: Equatable, Sendable {
    /// Seconds from the start of the sound, within about half a millisecond.
    public let time: Double
}
