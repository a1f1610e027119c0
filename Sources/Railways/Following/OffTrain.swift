// SPDX-License-Identifier: MIT
/// The shares of belief in each way of not being on a train.
struct OffTrain: Equatable, Sendable {
    var stationary = 0.0
    var walking = 0.0
    var cycling = 0.0
    /// By car or bus: `driving` on streets with stops, `cruising` on roads without.
    var driving = 0.0
    var cruising = 0.0

    /// The initial shares, before the first fix.
    static let unknown = OffTrain(stationary: 0.2, walking: 0.25, cycling: 0.05, driving: 0.11, cruising: 0.04)

    /// The share of drives that begin on a road without stops.
    private static let cruises = 0.25

    var automotive: Double { driving + cruising }
    var sum: Double { stationary + walking + cycling + automotive }

    mutating func add(_ other: OffTrain) {
        stationary += other.stationary
        walking += other.walking
        cycling += other.cycling
        driving += other.driving
        cruising += other.cruising
    }

    mutating func scale(_ factor: Double) {
        stationary *= factor
        walking *= factor
        cycling *= factor
        driving *= factor
        cruising *= factor
    }

    /// - Parameters:
    ///   - part: The weight of this speed as an independent observation.
    ///   - cruise: The same weight for comparing vehicles, which keep one speed for long.
    ///   - powers: The powers of the previous fix, most of which are reused.
    mutating func weigh(
        _ likelihood: MotionLikelihood, train: Double, part: Double, cruise: Double, _ powers: inout MotionPowers
    ) {
        stationary *= powers.stationary.of(likelihood.stationary, part)
        walking *= powers.walking.of(likelihood.walking, part)
        let ratio = likelihood.cycling / likelihood.train
        cycling *= train * powers.cycling.of(ratio, ratio < 0.3 ? part : cruise)
        driving *= train * powers.driving.of(likelihood.driving / likelihood.train, cruise)
        cruising *= train * powers.cruising.of(likelihood.cruising / likelihood.train, cruise)
    }

    /// Weighs walking against standing; their sum stays.
    mutating func weigh(walkingPerStanding ratio: Double) {
        let sum = stationary + walking
        let walks = walking * ratio
        guard stationary + walks > 0 else { return }
        walking = sum * walks / (stationary + walks)
        stationary = sum - walking
    }

    /// Applies transitions: people stop, go on, and change their mode of travel.
    /// - Parameters:
    ///   - isStanding: True while the rider stands; someone who stands for long has probably not just halted.
    ///   - drives: The share of the usual drives that begin.
    mutating func change(_ seconds: Double, isStanding: Bool, drives: Double) {
        // At most a quarter each, so that no share becomes negative.
        func share(_ rate: Double) -> Double { min(0.25, rate * seconds) }
        let stop = walking * share(isStanding ? 1.0 / 15 : 1.0 / 60)
        let go = stationary * share(1.0 / 60)
        // Nobody mounts or drives off while standing still.
        let mounting = isStanding ? 0 : share(1.0 / 1_500)
        let driving = isStanding ? 0 : share(drives / 1_000)
        let mount = (stationary + walking) * mounting
        let drive = (stationary + walking) * driving
        let dismount = cycling * share(isStanding ? 1.0 / 90 : 1.0 / 600)
        let park = self.driving * share(isStanding ? 1.0 / 90 : 1.0 / 600)
        let halt = cruising * share(isStanding ? 1.0 / 60 : 1.0 / 3_600)
        let mix = share(1.0 / 1_500)
        let cross = self.driving * mix - cycling * mix
        let enter = self.driving * share(1.0 / 900) - cruising * share(1.0 / 900)
        let leave = 1 - mounting - driving
        stationary = stationary * leave + stop - go + park / 2 + halt
        walking = walking * leave + go - stop + dismount + park / 2
        cycling += mount - dismount + cross
        self.driving += (1 - Self.cruises) * drive - park - cross - enter
        cruising += Self.cruises * drive + enter - halt
    }
}
