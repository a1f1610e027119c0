// SPDX-License-Identifier: MIT
/// The distributions from which drops and the gaps between them are drawn (`drops.draw`). Any thread.
enum DropLaw {
    /// In the order of their choices.
    static let names = ["natural", "uniform"]
    /// The choice of `uniform`: every value and every gap is equally likely within its bounds, and each drop has the sign of its
    /// pan. `natural` means lognormal values, gamma gaps and random signs.
    static var uniform: Int { @_noLocks get { 1 } }

    /// Half the width of a uniform distribution of mean 1 with this standard deviation; at most 1, as nothing is below 0.
    @_noLocks static func halfWidth(deviation: Double) -> Double { min(1.7320508075688772 * deviation, 1) }
}
