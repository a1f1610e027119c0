import Sonification
import Testing

@testable import Tuning

@Suite struct TuningDeskTests {
    static func desk(_ name: String = "drizzle") throws -> TuningDesk { try TuningDesk(name) }

    @Test func everyParameterHasAKnob() throws {
        let snapshot = try Self.desk().snapshot
        #expect(snapshot.value("drops.rate") != nil)
        #expect(snapshot.knobs.count == snapshot.values.count)
    }
}
