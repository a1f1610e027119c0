// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// The boundaries between the reports of a post.
@Suite struct ReportCutterTests {
    private func cut(_ text: String) -> [String] { ReportCutter.reports(in: text.utf8).map { String(decoding: $0, as: UTF8.self) } }

    @Test func aReportIsOneLine() {
        #expect(cut("{\"a\":1}") == ["{\"a\":1}"])
        #expect(cut("\u{FEFF} {\"a\":\n {\"b\":[1,\r\n2]}}\n") == ["{\"a\":  {\"b\":[1,  2]}}"])
        #expect(cut("{\"a\":\"}\\\"{\"}") == ["{\"a\":\"}\\\"{\"}"])
        #expect(cut("lat=1&lon=2") == ["lat=1&lon=2"])
    }

    @Test func severalAreAsMany() {
        #expect(cut("{\"a\":1}\n{\"a\":2}\r\n\r\n{\"a\":3}") == ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"])
        #expect(cut("{\"a\":1}{\"a\":2}") == ["{\"a\":1}", "{\"a\":2}"])
        #expect(cut("[{\"a\":1},\n{\"a\":2}]") == ["{\"a\":1}", "{\"a\":2}"])
        #expect(cut("[[{\"a\":1}],[{\"a\":2}]]") == ["{\"a\":1}", "{\"a\":2}"])
        #expect(cut("lat=1\n\nlat=2,3\n") == ["lat=1", "lat=2,3"])
    }

    @Test func anEnvelopeIsOpened() {
        #expect(
            cut("{\"trip\":{\"a\":[9]},\"locations\" :\n [{\"a\":[1]},{\"a\":2}],\"b\":[3]}{\"a\":4}") == [
                "{\"a\":[1]}", "{\"a\":2}", "{\"a\":4}",
            ])
        #expect(cut("{\"messageId\":1,\"payload\":[{\"a\":1},{\"a\":2}]}") == ["{\"a\":1}", "{\"a\":2}"])
        #expect(cut("{\"lat\":1,\"payload\":[1]}") == ["{\"lat\":1,\"payload\":[1]}"])
        #expect(cut("{\"locations\":[]}") == [])
        #expect(cut("{\"a\":{\"locations\":[{\"a\":1}]}}").count == 1)
        #expect(cut("{\"locations\":[{\"a\":1},{\"b\"") == ["{\"locations\":[{\"a\":1},{\"b\""])
    }

    @Test func whatIsBrokenIsAPieceOfItsOwn() {
        #expect(cut("[7, {\"a\":1}, x]") == ["7", "{\"a\":1}", "x"])
        #expect(cut("{\"a\":1}\ngarbage\n{\"a\":2}") == ["{\"a\":1}", "garbage", "{\"a\":2}"])
        #expect(cut("{\"a\":1},{\"a\":2}") == ["{\"a\":1}", ",{\"a\":2}"])
        #expect(cut("{\"a\":1") == ["{\"a\":1"])
    }

    @Test(arguments: ["", " \n\t", "[]", "[ [ ] ]", "[", "]"]) func whereThereIsNothingThereIsNothing(text: String) {
        #expect(cut(text) == (text == "]" ? ["]"] : []))
    }
}
