// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The program's lower layers, compiled for libFuzzer and AddressSanitizer; `Product` is a link to their sources. They share a
// package with the fuzzers so that these reach package-level declarations.
let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .unsafeFlags(["-enable-testing", "-sanitize=address,fuzzer"]),
]
let c: [CSetting] = [.unsafeFlags(["-fsanitize=address,fuzzer-no-link"])]

/// Without the tracing of comparisons, which multiplies the cost of loops over samples; their inputs are numbers, not words.
let samples: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .unsafeFlags(["-enable-testing", "-sanitize=address", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"]),
]

func floor(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, _ settings: [SwiftSetting] = swift) -> Target {
    .target(name: name, dependencies: dependencies, path: path ?? "Product/\(name)", swiftSettings: settings)
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let database = [
    Target.Dependency.product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
]

let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CALSA", path: "Product/CALSA", pkgConfig: "alsa"),
        .systemLibrary(name: "CSndFile", path: "Product/CSndFile", pkgConfig: "sndfile"),
        .systemLibrary(name: "CEBUR128", path: "Product/CEBUR128", pkgConfig: "libebur128"),
        .systemLibrary(name: "CLibXML2", path: "Product/CLibXML2", pkgConfig: "libxml-2.0"),
        .systemLibrary(name: "CZip", path: "Product/CZip", pkgConfig: "libzip"),
        .systemLibrary(name: "CZlib", path: "Product/CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CLiblo", path: "Product/CLiblo", pkgConfig: "liblo"),
        .systemLibrary(name: "CKissFFT", path: "Product/CKissFFT"),
        .target(name: "CPlatform", path: "Product/CPlatform", cSettings: c),
        .target(name: "CRainKernel", path: "Product/CRainKernel", cSettings: c),
        .target(
            name: "CShippedFiles", path: "Product/CShippedFiles", exclude: ["greater-tokyo.sqlite", "page", "presets"],
            cSettings: [.headerSearchPath(".")]),
        .target(name: "CLateLibraries", dependencies: ["CPlatform"], path: "Product/CLateLibraries"),
        floor("PlainText"),
        floor("Platform", ["CPlatform", "CShippedFiles", "CLateLibraries"]),
        floor("RealtimeExchange"),
        floor("TerminalIO", ["CPlatform"]),
        floor("DeterministicMath", ["CPlatform"], samples),
        floor("RainSynthesis", ["RealtimeExchange", "DeterministicMath", "CPlatform", "CRainKernel"], samples),
        floor("SoundAnalysis", ["PlainText", "DeterministicMath", "CKissFFT", "CEBUR128", "CSndFile"], samples),
        floor("Tracking", ["PlainText", "DeterministicMath", "Platform", "CLibXML2", "CZip", "CZlib", deque, heap]),
        floor(
            "Railways",
            ["PlainText", "Tracking", "Platform", "DeterministicMath", "CLibXML2", heap] + database),
        floor("Sessions", ["PlainText", "Tracking", "Platform"] + database),
        floor("Sonification", ["PlainText", "Tracking", "Platform", "RainSynthesis", "DeterministicMath", yams]),
        floor(
            "AudioOutput",
            [
                "PlainText", "Platform", "RainSynthesis", "RealtimeExchange", "DeterministicMath", "CRainKernel", "CALSA", "CSndFile",
                "CPlatform",
            ]),
        floor(
            "Transport",
            [
                "PlainText", "Platform", "Tracking", "Railways", "Sonification", "RainSynthesis", "RealtimeExchange", "AudioOutput",
                "SoundAnalysis", "DeterministicMath", "CPlatform", deque,
            ]),
        floor("OpenSoundControl", ["Platform", "CLiblo"]),
        floor("RemoteControl", ["PlainText", "OpenSoundControl", "Transport", "Sonification", "RainSynthesis", "Tracking", "CALSA"]),
        floor(
            "Tuning",
            [
                "PlainText", "Transport", "AudioOutput", "Sonification", "RainSynthesis", "Tracking", "SoundAnalysis",
                "DeterministicMath", "TerminalIO",
            ]),
        // Only the requests of a page, from the studio; the rest would pull in its server.
        floor("Studio", ["PlainText", "Tracking", "Sonification", "Transport", "Tuning"], path: "StudioRequests"),
        // Only the frames of a socket and the text of requests, from the server; the rest belongs to its library.
        floor("HTTPListening", [], path: "SocketFrames"),
        // Only the parsers, from the live sources; the rest would pull in brokers and servers.
        floor("LiveSources", ["PlainText", "Tracking", "Platform", "OpenSoundControl", "HTTPListening"], path: "LiveMessages"),
        .target(name: "CHeapWatch", path: "CHeapWatch"),
        // The properties that must hold. The tests of the program's package replay the corpus with the same target.
        .target(
            name: "FuzzProperties",
            dependencies: [
                "PlainText", "TerminalIO", "RainSynthesis", "RealtimeExchange", "SoundAnalysis", "Tracking", "Railways", "Sessions",
                "Sonification", "AudioOutput", "Transport", "OpenSoundControl", "RemoteControl", "Studio", "HTTPListening", "LiveSources",
            ],
            path: "Fuzzers", swiftSettings: swift),
        .target(name: "FuzzEntry", dependencies: ["CHeapWatch", "FuzzProperties"], path: "Entry", swiftSettings: swift),
        // libFuzzer brings its own main, so our program only needs to be linked.
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzEntry"], path: "Program",
            linkerSettings: [.unsafeFlags(["-sanitize=address,fuzzer"])]),
    ]
)
