// SPDX-License-Identifier: MIT
import Testing

@testable import Railways

@Suite struct RiderMotionTests {
    /// A train that gains 0.5 m/s in each second; every fix costs the same, at any rate.
    @Test(arguments: [1.0, 10, 30, 1_000, 10_000]) func accelerationIsThatOfTheLastSeconds(fixesPerSecond rate: Double) throws {
        let plane = TangentPlane(at: try #require(MapPoint(latitude: 35, longitude: 139)))
        var motion = RiderMotion()
        var most = 0
        for number in 0...Int(8 * rate) {
            let seconds = Double(number) / rate
            motion.process(plane, at: 1.7e9 + seconds, speed: 1 + seconds / 2, course: nil, sigma: 3)
            most = max(most, motion.measured.count)
        }
        #expect(most <= 168)
        #expect(abs(try #require(motion.acceleration) - 0.5) < 1e-6)
    }
}
