// SPDX-License-Identifier: MIT
import PlainText
import Testing

@Suite struct ClockTextTests {
    @Test(arguments: [
        ("90", 90), ("0", 0), ("90s", 90), ("5m", 300), ("1.5h", 5400), (".5", 0.5), ("1:30", 90), ("0:07.25", 7.25), ("99:00", 5940),
        ("1:02:03", 3723), ("00:01:02.500", 62.5), ("1e3", 1000), ("1.5E+2", 150),
    ]) func spansOfTimeAreRead(text: String, seconds: Double) {
        #expect(ClockText.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "s", "-1", "+1", "-1:30", "+1:30", "1:-30", "1:75", "1:75:00", "1.5:30", "1:2:3:4", ":30", "1:", "1:30s", "5d", "nan", "inf",
        "1e400", "1e308h", "1e2m", "0x1F", "0x1p3s", "1:0x1F", "one", "1 m",
    ]) func otherTextsAreRefused(text: String) {
        #expect(ClockText.seconds(text) == nil)
    }

    @Test func whatIsWrittenIsReadAgain() {
        for seconds in [0, 7, 59, 60, 61, 3599, 3600, 3723, 86_399, 400_000] as [Double] {
            #expect(ClockText.seconds(ClockText.text(seconds + 0.9)) == seconds)
        }
        #expect(ClockText.text(54) == "0:54" && ClockText.text(3723) == "1:02:03" && ClockText.text(-5) == "0:00")
        #expect(ClockText.text(.nan) == "-:--" && ClockText.text(.infinity) == "-:--")
    }
}
