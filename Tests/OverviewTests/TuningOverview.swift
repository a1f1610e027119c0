// SPDX-License-Identifier: MIT
import Testing
import Tuning

/// The example of Tuning's overview.
struct TuningOverview {
    @Test func example() async throws {
        // example begins
        let desk = try TuningDesk("drizzle")
        try desk.set("drops.rate", to: "480")
        let denser = try desk.nudge("drops.rate", by: 2)
        try desk.undo()
        let rate = desk.snapshot.value("drops.rate")

        let tuner = PlainTuner(desk)
        let answer = tuner.answer("drops.rate = 600")
        let differences = desk.differences()
        // example ends
        #expect(denser > 480)
        #expect(rate?.value == 480)
        #expect(rate?.words == "480 /min")
        #expect(answer.refusal == nil)
        #expect(desk.snapshot.value("drops.rate")?.value == 600)
        #expect(!differences.isEmpty)
    }
}
