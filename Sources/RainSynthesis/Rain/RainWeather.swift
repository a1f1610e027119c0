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

    /// 1: as wide as real rain, 0: mono.
    var width: Float
    /// The part of the surface that is over the listener, 0 ... 1.
    var over: Float

    /// The weather at the current segment's first frame. `standing`: the part of the ground that is water regardless of the parameter.
    @_noLocks init(_ glide: borrowing ParameterRamps, standing: Double, over: Float) {
        intensity = Double(glide.value(.rainIntensity))
        singles = Double(glide.value(.rainSingles))
        distance = Double(glide.value(.rainDistance))
        reach = Double(glide.value(.rainReach))
        peaks = Double(glide.value(.rainPeaks))
        let wet = Double(glide.value(.rainWater))
        water = wet > standing ? wet : standing
        bedLevel = Double(glide.value(.rainBedLevel))
        bedTilt = Double(glide.value(.rainBedTilt))
        bedLow = Double(glide.value(.rainBedLow))
        bedHigh = Double(glide.value(.rainBedHigh))
        width = glide.value(.rainWidth)
        self.over = over
    }

    // A derived `==` would need metadata, which the render thread must not request.
    @_noLocks func equals(_ other: RainWeather) -> Bool {
        intensity == other.intensity && singles == other.singles && distance == other.distance && reach == other.reach
            && peaks == other.peaks && water == other.water && bedLevel == other.bedLevel && bedTilt == other.bedTilt
            && bedLow == other.bedLow && bedHigh == other.bedHigh && width == other.width && over == other.over
    }
}
