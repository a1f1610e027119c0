// SPDX-License-Identifier: MIT
import PlainText
import Testing

@Suite struct CountTextTests {
    @Test func oneIsNotMany() {
        #expect(CountText.of(0, "event") == "0 events" && CountText.of(1, "event") == "1 event" && CountText.of(-1, "event") == "-1 events")
        #expect(CountText.of(1, "fix is", "fixes are") == "1 fix is" && CountText.of(UInt64(12), "fix is", "fixes are") == "12 fixes are")
    }
}
