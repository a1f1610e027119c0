// SPDX-License-Identifier: MIT
/// The values that determine how rain falls and how loud each part is.
struct RainWeather: BitwiseCopyable, Sendable {
    /// The intensity in mm/h.
    var intensity: Double
    /// The most drops per second that are rendered one by one.
    var singles: Double
    /// Metres to the nearest drop and to the farthest.
    var distance: Double
    var reach: Double
    /// How many drops per second reach the ceiling of loudness.
    var peaks: Double
    /// The part of the ground that is standing water, 0 ... 1.
    var water: Double
    /// The bed of far rain: level in dB, slope in dB/oct above 500 Hz, cut-offs in Hz.
    var bedLevel: Double
    var bedTilt: Double
    var bedLow: Double
    var bedHigh: Double

    /// `standing`: the part of the ground that is water regardless of the parameter.
    @_noLocks init(_ glide: borrowing ParameterRamps, at frame: Int, standing: Double = 0) {
        intensity = Double(glide.ramp(.rainIntensity).at(frame))
        singles = Double(glide.ramp(.rainSingles).at(frame))
        distance = Double(glide.ramp(.rainDistance).at(frame))
        reach = Double(glide.ramp(.rainReach).at(frame))
        peaks = Double(glide.ramp(.rainPeaks).at(frame))
        let wet = Double(glide.ramp(.rainWater).at(frame))
        water = wet > standing ? wet : standing
        bedLevel = Double(glide.ramp(.rainBedLevel).at(frame))
        bedTilt = Double(glide.ramp(.rainBedTilt).at(frame))
        bedLow = Double(glide.ramp(.rainBedLow).at(frame))
        bedHigh = Double(glide.ramp(.rainBedHigh).at(frame))
    }

    @_noLocks func equals(_ other: RainWeather) -> Bool {
        intensity == other.intensity && singles == other.singles && distance == other.distance && reach == other.reach
            && peaks == other.peaks && water == other.water && bedLevel == other.bedLevel && bedTilt == other.bedTilt
            && bedLow == other.bedLow && bedHigh == other.bedHigh
    }
}
