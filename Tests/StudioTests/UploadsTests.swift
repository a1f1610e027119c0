// SPDX-License-Identifier: MIT
import Testing

@testable import Studio

/// Files that pages send: each is handed out once, under a name that is only a name.
@Suite struct UploadsTests {
    @Test func aFileIsTakenOnce() {
        let uploads = Uploads()
        let number = uploads.store([1, 2, 3], named: "ride.gpx")
        #expect(uploads.take(number + 1) == nil)
        let file = uploads.take(number)
        #expect(file?.name == "ride.gpx" && file?.bytes == [1, 2, 3])
        #expect(uploads.take(number) == nil)
    }

    /// A page that sends without end fills no memory.
    @Test func onlyTheNewestAreKept() {
        let few = Uploads(most: 2), narrow = Uploads(room: 5)
        #expect((0..<5).map { few.store([$0], named: "") }.compactMap { few.take($0)?.bytes } == [[3], [4]])
        #expect((0..<5).map { narrow.store([$0, 0], named: "") }.compactMap { narrow.take($0)?.bytes } == [[3, 0], [4, 0]])
        let long = narrow.store([UInt8](repeating: 1, count: 9), named: "")
        #expect(narrow.take(long)?.bytes.count == 9)
    }

    @Test(arguments: [
        ("a%20b.csv", "a b.csv"), ("..%2F..%2Fetc%2Fpasswd", "passwd"), ("%2e%2e", "file"), ("", "file"), ("%00%1b[2Jx.gpx", "[2Jx.gpx"),
        ("%E9%9B%A8.yaml", "雨.yaml"), ("a%E2%80%AEb", "ab"), ("%ff", "file"),
        (String(repeating: "%F0%9F%8C%A7", count: 80) + ".gpx", String(repeating: "🌧", count: 59) + ".gpx"),
    ])
    func aNameIsOnlyAName(sent: String, kept: String) {
        let uploads = Uploads()
        #expect(uploads.take(uploads.store([], named: sent))?.name == kept)
    }
}
