// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Test libraries that are loaded into the program before its own.
enum PreloadedLibrary {
    private static let tests = Program.root.appendingPathComponent("Tests")

    /// A library that tests of several kinds use, built once (Tests/Preloads).
    static func shared(_ name: String) throws -> URL {
        let built = try Program.shellMustSucceed("Scripts/build-library \(name)")
        return URL(fileURLWithPath: built.text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The watch on the audio thread.
    static func watch(in folder: Folder) throws -> URL {
        try compiled(
            ["PlayerWatch/PlayerWatch.c"] + ["CRenderWatch", "ReferenceCounting", "SystemCalls"].map { "CRenderWatch/\($0).c" },
            "watch", in: folder)
    }

    /// The compiler's own RealtimeSanitizer, which it has as an archive only.
    static func sanitizer(in folder: Folder) throws -> URL {
        let archive = try #require(sanitizerArchive)
        let library = folder.file("sanitizer.so")
        try build([
            "-shared", "-o", library.path, "-Wl,--whole-archive", archive.path, "-Wl,--no-whole-archive", "-lpthread", "-ldl", "-lm",
            "-lrt",
        ])
        return library
    }

    /// Beside the Swift compiler; nil if a toolchain lacks it.
    static let sanitizerArchive: URL? = {
        let told = try? Program.shell(". Scripts/release; toolchain")
        guard let told, told.status == 0 else { return nil }
        let versions = URL(fileURLWithPath: told.text.trimmingCharacters(in: .whitespacesAndNewlines) + "/lib/clang")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
        return names.sorted().map { versions.appendingPathComponent("\($0)/lib/linux/libclang_rt.rtsan-x86_64.a") }
            .last { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// Whether the kernel lets a thread intercept its own system calls (PR_SET_SYSCALL_USER_DISPATCH, switched on and off again).
    /// The watch requires this, and supports x86-64 only. The check does not use the watch, so that a failing watch is not
    /// mistaken for a kernel without support.
    static let seesSystemCalls: Bool = {
        let script = """
            import ctypes, platform, sys
            library, selector = ctypes.CDLL(None), ctypes.create_string_buffer(1)
            words = [ctypes.c_ulong(word) for word in (1, 0, 0, ctypes.addressof(selector))]
            works = platform.machine() == "x86_64" and library.prctl(59, *words) == 0
            if works: library.prctl(59, *[ctypes.c_ulong(0)] * 4)
            sys.exit(0 if works else 1)
            """
        return (try? Program.shell("python3 -c '\(script)'"))?.status == 0
    }()

    /// Compiles C sources below Tests into a library.
    static func compiled(_ sources: [String], _ name: String, in folder: Folder) throws -> URL {
        let library = folder.file(name + ".so")
        try build(
            [
                "-O1", "-fno-builtin", "-fPIC", "-shared", "-ftls-model=initial-exec", "-I",
                tests.appendingPathComponent("CRenderWatch/include").path, "-o", library.path,
            ] + sources.map { tests.appendingPathComponent($0).path } + ["-ldl", "-lpthread"])
        return library
    }

    private static func build(_ arguments: [String]) throws {
        try Program.shellMustSucceed("clang " + arguments.map { "'\($0)'" }.joined(separator: " "))
    }
}
