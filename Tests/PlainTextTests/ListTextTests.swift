// SPDX-License-Identifier: MIT
import PlainText
import Testing

struct ListTextTests {
    @Test(arguments: [([], ""), (["A"], "A"), (["A", "B"], "A or B"), (["A", "B", "C"], "A, B or C")])
    func alternativesReadAsASentence(words: [String], text: String) {
        #expect(ListText.either(words) == text)
    }

    @Test func aLongListIsCutAndItsRestCounted() {
        #expect(ListText.first(2, of: ["A", "B"]) == "A, B")
        #expect(ListText.first(2, of: ["A", "B", "C", "D"]) == "A, B and 2 more")
    }

    @Test func repeatedNamesStandWhereTheyCameFirst() { #expect(["B", "A", "B", "C", "A"].uniqued() == ["B", "A", "C"]) }
}
