// SPDX-License-Identifier: MIT

/// The sizes of the drops that fall at an intensity, as the engine draws them, for pictures. Control side.
public struct RainOutline: Sendable {
    /// A class of drops.
    public struct Size: Sendable {
        /// The diameters in mm.
        public let diameters: Range<Double>
        /// Drops per square metre and second.
        public let flux: Double
    }

    /// From the smallest drops to the largest.
    public let sizes: [Size]

    /// - Parameter parameters: only the rain's intensity is read.
    public init(_ parameters: SynthParameters) {
        let flux = RainSizes.flux(intensity: Double(parameters[.rainIntensity]))
        sizes = (0..<RainSizes.count).map { Size(diameters: RainSizes.edge($0)..<RainSizes.edge($0 + 1), flux: flux[$0]) }
    }
}
