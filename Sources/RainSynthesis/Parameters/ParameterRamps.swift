// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the course of every parameter through the current segment, the stretch of a quantum between two stamped sets.
///
/// A set moves every continuous parameter linearly, in its unit, from its current value to the new one; choices change at once,
/// and parameters fixed at the start keep their value. While nothing moves, `advance` is one comparison.
struct ParameterRamps: ~Copyable {
    /// The kinds of parameters, by how they change to a new value: in a glide, at once, or never.
    private static var continuousKind: UInt8 { @_noLocks get { 0 } }
    private static var choiceKind: UInt8 { @_noLocks get { 1 } }
    private static var fixedKind: UInt8 { @_noLocks get { 2 } }

    // Rows of `SynthParameters.capacity` floats.
    private let rows = FixedBuffer<Float>(repeating: 0, count: 6 * SynthParameters.capacity)
    private let lower: UnsafeMutablePointer<Float>
    private let upper: UnsafeMutablePointer<Float>
    private let origin: UnsafeMutablePointer<Float>
    private let target: UnsafeMutablePointer<Float>
    private let current: UnsafeMutablePointer<Float>
    private let step: UnsafeMutablePointer<Float>
    private let kinds = FixedBuffer<UInt8>(repeating: ParameterRamps.continuousKind, count: SynthParameters.capacity)
    private let count: Int

    private var length = 0
    private var elapsed = 0
    /// True while any parameter is gliding.
    private(set) var isMoving = false

    /// Control side. NaNs become the table's defaults; values out of range are clamped to its limits.
    init(_ parameters: SynthParameters) {
        lower = rows.first
        upper = lower + SynthParameters.capacity
        origin = upper + SynthParameters.capacity
        target = origin + SynthParameters.capacity
        current = target + SynthParameters.capacity
        step = current + SynthParameters.capacity
        count = ParameterTable.all.count
        for (index, spec) in ParameterTable.all.enumerated() {
            lower[index] = spec.range.lowerBound
            upper[index] = spec.range.upperBound
            let kind =
                spec.fixedAtStart
                ? ParameterRamps.fixedKind
                : spec.choices.isEmpty ? ParameterRamps.continuousKind : ParameterRamps.choiceKind
            kinds.first[index] = kind
            let value = parameters[spec.id]
            current[index] = min(max(value.isNaN ? spec.defaultValue : value, lower[index]), upper[index])
            if kind == ParameterRamps.choiceKind { current[index] = Float(DeterministicMath.roundToInt(current[index])) }
            origin[index] = current[index]
            target[index] = current[index]
        }
    }

    /// The parameter over the current segment, in its unit.
    @_noLocks func ramp(_ id: ParameterID) -> Ramp {
        Ramp(value: current[id.index], step: step[id.index])
    }

    /// The parameter at the current segment's first frame, in its unit.
    @_noLocks func value(_ id: ParameterID) -> Float { current[id.index] }

    /// The parameter at frame `frame` of the current segment, in its unit.
    @_noLocks func value(_ id: ParameterID, at frame: Int) -> Double { Double(ramp(id).at(frame)) }

    /// The index of a choice parameter's current choice.
    @_noLocks func choice(_ id: ParameterID) -> Int { Int(Int32(truncatingIfNeeded: Int64(value(id)))) }

    /// Frames until the glide ends, where a segment must end too; 0 if nothing moves.
    var framesLeft: Int { @_noLocks get { isMoving ? length &- elapsed : 0 } }

    /// Starts a glide of `frames` frames to a new set. A NaN keeps the previous target; values out of range are clamped.
    @_noLocks mutating func set(_ parameters: borrowing SynthParameters, over frames: Int) {
        let glides = frames > 0
        let perFrame = glides ? 1 / Float(frames) : 0
        var moves = false
        var index = 0
        while index < count {
            let wanted = parameters.values[index]
            // Written so that a NaN fails both comparisons and keeps the previous target.
            var value = target[index]
            if wanted >= lower[index] { value = wanted < upper[index] ? wanted : upper[index] }
            if wanted < lower[index] { value = lower[index] }
            let kind = kinds.first[index]
            let isChoice = kind == ParameterRamps.choiceKind
            if isChoice { value = Float(DeterministicMath.roundToInt(value)) }
            if kind == ParameterRamps.fixedKind { value = current[index] }
            target[index] = value
            if !glides || isChoice { current[index] = value }
            origin[index] = current[index]
            step[index] = (value - current[index]) * perFrame
            if step[index] != 0 { moves = true }
            index &+= 1
        }
        length = frames
        elapsed = 0
        isMoving = moves
        if !moves { finishGlide() }
    }

    /// Advances by the frames of a segment, which must not extend past `framesLeft`.
    @_noLocks mutating func advance(_ frames: Int) {
        guard isMoving else { return }
        elapsed = elapsed &+ frames
        if elapsed >= length {
            finishGlide()
            return
        }
        // Computed from the origin each time, so that rounding errors do not accumulate over a long glide.
        let passed = Float(elapsed)
        for index in 0..<count { current[index] = origin[index] + step[index] * passed }
    }

    @_noLocks private mutating func finishGlide() {
        isMoving = false
        for index in 0..<count {
            current[index] = target[index]
            step[index] = 0
        }
    }
}
