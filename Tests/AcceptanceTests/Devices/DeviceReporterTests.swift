// SPDX-License-Identifier: MIT
import AudioOutput
import Testing

@testable import amaoto

@Suite struct DeviceReporterTests {
    @Test(arguments: [(0, ""), (1, ", 1 xrun, lost 1 frame"), (2, ", 2 xruns, lost 2 frames")])
    func theLastLineCountsTheLosses(_ count: Int64, _ text: String) {
        var losses = DeviceLosses()
        losses.xruns = count
        losses.framesLost = count
        #expect(DeviceReporter.summary(losses) == text)
    }
}
