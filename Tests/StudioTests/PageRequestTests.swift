// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import Studio

/// The valid requests of pages, and the errors for others.
@Suite struct PageRequestTests {
    private func read(_ text: String) throws -> PageRequest { try PageRequest(reading: text.utf8) }

    @Test func requestsReadAsWritten() throws {
        #expect(try read(#"{"v":1,"id":7,"do":"set","name":"drops.rate","text":"1200"}"#).action == .set(name: "drops.rate", text: "1200"))
        #expect(
            try read(#"{"v":1,"do":"slide","name":"drops.rate","place":0.5,"gesture":3}"#).action
                == .slide(name: "drops.rate", place: 0.5, gesture: 3))
        #expect(
            try read(#"{"v":1,"do":"point","mapping":0,"point":1,"input":120,"output":-3.5,"gesture":1}"#).action
                == .point(mapping: 0, point: 1, input: 120, output: -3.5, gesture: 1))
        #expect(try read(#"{"v":1,"do":"save"}"#).action == .save(name: nil))
        #expect(
            try read(#"{"v":1,"do":"field","event":2,"name":"play.notes","text":"e4, b4"}"#).action
                == .field(.event(2), name: "play.notes", text: "e4, b4"))
        #expect(try read(#"{"v":1,"do":"remove","mapping":0}"#).action == .remove(.mapping(0)))
        #expect(try read(#"{"v":1,"do":"openPreset","name":"hiker"}"#).action == .openPreset(.shipped("hiker")))
        #expect(try read(#"{"v":1,"do":"openPreset","upload":1}"#).action == .openPreset(.upload(1)))
        #expect(try read(#"{"v":1,"do":"openTracks","uploads":[3,1]}"#).action == .openTracks([3, 1]))
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", #""set""#, #"{"do":"undo"}"#, #"{"v":2,"do":"undo"}"#, #"{"v":1}"#, #"{"v":1,"do":"format"}"#,
        #"{"v":1,"do":"slide","name":"drops.rate","place":1.5,"gesture":1}"#,
        #"{"v":1,"do":"slide","name":"drops.rate","place":"0","gesture":1}"#,
        #"{"v":1,"do":"slide","name":"drops.rate","place":0.1,"gesture":-1}"#,
        #"{"v":1,"do":"slide","name":"drops.rate","place":1e999,"gesture":1}"#,
        #"{"v":1,"do":"point","mapping":-1,"point":0,"input":0,"output":0,"gesture":1}"#, #"{"v":1,"do":"export","seconds":1e9}"#,
        #"{"v":1,"do":"set","name":"title","text":"two\nlines"}"#, #"{"v":1,"do":"play","on":1}"#, #"{"v":1,"id":1.5,"do":"undo"}"#,
        #"{"v":99999999999999999999,"do":"undo"}"#, #"{"v":1,"do":"form"}"#, #"{"v":1,"do":"remove","mapping":-1}"#,
        #"{"v":1,"do":"field","mapping":0,"name":"say"}"#, #"{"v":1,"do":"addMapping","channel":"speed"}"#,
        #"{"v":1,"do":"openPreset"}"#, #"{"v":1,"do":"openTracks","uploads":["1"]}"#, #"{"v":1,"do":"openTracks"}"#,
    ])
    func whatNoPageSendsIsRefusedWithAReason(text: String) {
        let fault = #expect(throws: PageFault.self) { try self.read(text) }
        #expect(fault?.message.isEmpty == false)
    }

    @Test func aRefusedRequestKeepsItsNumber() {
        #expect(PageRequest.id(of: Array(#"{"v":1,"id":7,"do":"format"}"#.utf8)) == 7)
        for text in ["", "[7]", #"{"id":"7"}"#, #"{"id":1.5}"#] { #expect(PageRequest.id(of: Array(text.utf8)) == nil) }
    }

    @Test func deepAndWideJSONIsSurvived() {
        let deep = String(repeating: "[", count: 60_000)
        let wide = "{" + (0..<3000).map { "\"a\($0)\":0" }.joined(separator: ",") + "}"
        for text in [deep, wide] { #expect(throws: (any Error).self) { try self.read(text) } }
    }
}
