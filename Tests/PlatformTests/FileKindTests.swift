// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Platform

@Suite struct FileKindTests {
    @Test func pathsAndDescriptorsSayWhatTheyAre() throws {
        let folder = try Folder()
        try folder.write("text", to: "file")
        _ = try folder.makePipe("pipe")
        try #require(symlink("file", folder.path("link")) == 0)
        #expect(FileKind(path: folder.url.path) == .folder)
        #expect(FileKind(path: folder.path("file")) == .file)
        #expect(FileKind(path: folder.path("pipe")) == .pipe)
        #expect(FileKind(path: "/dev/null") == .characterDevice)
        #expect(FileKind(path: folder.path("absent")) == nil && FileKind(descriptor: -1) == nil)
        // A path leads through a link; the link's own status does not.
        #expect(FileKind(path: folder.path("link")) == .file)
        var status = stat()
        try #require(lstat(folder.path("link"), &status) == 0)
        #expect(FileKind(status) == .link)
        let descriptor = open(folder.path("file"), O_RDONLY)
        defer { close(descriptor) }
        #expect(FileKind(descriptor: descriptor) == .file)
    }
}
