// SPDX-License-Identifier: MIT
import DeterministicMath

/// A filter that turns white noise pink: eight real poles in parallel and a direct path. It preserves the RMS, of which only what
/// lies below 24 kHz counts, so that it sounds alike at every sample rate.
///
/// The poles and zeros are the project's own minimax fit of -3 dB/oct from 20 Hz to 20 kHz at each sample rate (least
/// squares on the log-frequency axis in scipy, reweighted by the error until the ripple is level). Greatest deviation
/// in dB: 44.1 kHz 0.0021, 48 kHz 0.0016, higher rates 0.0008. The form H(q) = direct + sum gain/(1 - pole q) is the
/// partial fraction of the cascade product (1 - zero q)/(1 - pole q), q the delay of one sample.
struct PinkFilter: BitwiseCopyable, Sendable {
    static let order = 8

    /// The cascade's poles and zeros at one of the engine's sample rates, and the part of its power that lies below 24 kHz (the
    /// integral of its squared response).
    private static func design(sampleRate: Int) -> (poles: [Double], zeros: [Double], audible: Double) {
        switch sampleRate {
        case 44_100:
            return (
                [0.9983699412, 0.9929907939, 0.9785677528, 0.937312975, 0.8243404509, 0.5556412528, 0.093601359, -0.557507701],
                [0.9962472302, 0.987625583, 0.9632091898, 0.8942456765, 0.7153165666, 0.3427750053, -0.0783383452, -0.5855841101],
                1
            )
        case 48_000:
            return (
                [0.9985540989, 0.9939242472, 0.9820764665, 0.9495060304, 0.8624649122, 0.6524430921, 0.2566323153, -0.3810472261],
                [0.9967014171, 0.9894552039, 0.969816518, 0.9161833623, 0.7783306001, 0.4768369148, 0.0346041894, -0.4331033664],
                1
            )
        case 88_200:
            return (
                [0.9992712239, 0.9970532422, 0.9917680475, 0.9779989478, 0.9421614648, 0.8522589338, 0.6458038245, 0.2442343313],
                [0.9983633643, 0.9950199367, 0.9865119285, 0.9642452739, 0.9070765267, 0.7687193782, 0.4730347792, 0.0017405527],
                0.9326840903
            )
        case 96_000:
            return (
                [0.9993321816, 0.9973028906, 0.9924811039, 0.9799428313, 0.9472987672, 0.8650755278, 0.6736849518, 0.2875063751],
                [0.9985009524, 0.9954461726, 0.9876936293, 0.9674196386, 0.9152781327, 0.7881001177, 0.510182188, 0.0305876051],
                0.9235447670
            )
        case 176_400:
            return (
                [0.9996497619, 0.9986043994, 0.9961416483, 0.9896714397, 0.9725697395, 0.9280663838, 0.8159568532, 0.5367367054],
                [0.9992185001, 0.9976576942, 0.9936799313, 0.9831502512, 0.9554804454, 0.8844981682, 0.7085636668, 0.2432908347],
                0.8534406963
            )
        default:
            return (
                [0.9996782986, 0.9987182225, 0.9964564461, 0.9905124224, 0.9747877124, 0.9337656035, 0.8297083244, 0.5651446261],
                [0.9992822013, 0.9978488087, 0.9941952466, 0.9845187349, 0.9590531232, 0.8934533251, 0.7289545035, 0.2746329526],
                0.8424528010
            )
        }
    }

    var poles = SIMD8<Float>()
    var gains = SIMD8<Float>()
    var direct: Float = 0

    init(sampleRate: Int) {
        let (p, z, audible) = PinkFilter.design(sampleRate: sampleRate)
        var residues: [Double] = []
        for i in p.indices {
            var residue = 1.0
            for j in p.indices {
                residue *= 1 - z[j] / p[i]
                if j != i { residue /= 1 - p[j] / p[i] }
            }
            residues.append(residue)
        }
        // Variance of the output for white input of variance 1: the sum of the squared impulse response, whose first
        // term is 1 and whose others are sum residue * pole^n.
        var variance = 1.0
        for i in p.indices {
            for j in p.indices { variance += residues[i] * residues[j] * p[i] * p[j] / (1 - p[i] * p[j]) }
        }
        let scale = 1 / DeterministicMath.sqrt(variance * audible)
        for i in p.indices {
            poles[i] = Float(p[i])
            gains[i] = Float(residues[i] * scale)
        }
        direct = Float((1 - residues.reduce(0, +)) * scale)
    }
}
