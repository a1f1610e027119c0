// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

let swift: [SwiftSetting] = [.swiftLanguageMode(.v6)]
// What computes is optimized in debug builds too: they are what the tests run.
let computing: [SwiftSetting] = swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "amaoto",
    products: [.executable(name: "amaoto", targets: ["amaoto"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // For `swift package generate-documentation` alone.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    ],
    targets: [
        // System libraries and the few lines of C that Swift cannot say.
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
        .systemLibrary(name: "CCURL", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CKissFFT", providers: [.apt(["libkissfft-dev"])]),
        .target(name: "CPlatform"),
        // Loads the libraries that few commands need when they are first called.
        .target(name: "CLateLibraries", dependencies: ["CPlatform"]),
        // The commit for `amaoto --version`, set by the scripts that build releases.
        .target(
            name: "CBuildCommit",
            cSettings: [.define("AMAOTO_COMMIT", to: "\"\(Context.environment["AMAOTO_COMMIT"] ?? "")\"")]),
        // The rain's inner loops, compiled for several instruction sets.
        .target(name: "CRainKernel", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        // The shipped railway database, the studio's page and the presets, assembled into the program.
        .target(name: "CShippedFiles", exclude: ["greater-tokyo.sqlite", "page", "presets"], cSettings: [.headerSearchPath(".")]),

        // The floors, lowest first; each imports only floors below it.
        // Text on its way out: JSON, and what came from outside as it may be shown.
        .target(name: "PlainText", swiftSettings: computing),
        .target(name: "RealtimeExchange", swiftSettings: computing),
        .target(name: "TerminalIO", dependencies: ["CPlatform"], swiftSettings: swift),
        // The one way in which files are written and other programs are started, and the files in the program itself.
        .target(name: "Platform", dependencies: ["CPlatform", "CShippedFiles", "CLateLibraries"], swiftSettings: swift),
        .target(name: "DeterministicMath", dependencies: ["CPlatform"], swiftSettings: computing),
        .target(
            name: "RainSynthesis",
            dependencies: ["RealtimeExchange", "DeterministicMath", "CPlatform", "CRainKernel"], swiftSettings: computing),
        .target(
            name: "SoundAnalysis", dependencies: ["PlainText", "DeterministicMath", "CKissFFT", "CEBUR128", "CSndFile"],
            swiftSettings: computing),
        .target(
            name: "Tracking",
            dependencies: [
                "PlainText", "DeterministicMath", "Platform", "CLibXML2", "CZip", "CZlib",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: computing),
        .target(
            name: "LiveSources",
            dependencies: ["PlainText", "Tracking", "Platform", "OpenSoundControl", "HTTPListening", "CMosquitto", "CCURL"],
            swiftSettings: swift),
        .target(
            name: "Railways",
            dependencies: [
                "PlainText", "Tracking", "Platform", "DeterministicMath", "CLibXML2",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: computing),
        .target(
            name: "Sessions",
            dependencies: ["PlainText", "Tracking", "Platform", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: swift),
        .target(
            name: "Sonification",
            dependencies: [
                "PlainText", "Tracking", "Platform", "RainSynthesis", "DeterministicMath", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: computing),
        .target(
            name: "AudioOutput",
            dependencies: [
                "PlainText", "Platform", "RainSynthesis", "RealtimeExchange", "DeterministicMath", "CRainKernel", "CALSA",
                "CSndFile", "CPlatform",
            ],
            swiftSettings: computing),
        .target(
            name: "Transport",
            dependencies: [
                "PlainText", "Platform", "Tracking", "Railways", "Sonification", "RainSynthesis", "RealtimeExchange", "AudioOutput",
                "SoundAnalysis", "DeterministicMath", "CPlatform",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: computing),
        // A machine listener: learns from a key what facts sound like, and reads them.
        .target(
            name: "Listening",
            dependencies: [
                "PlainText", "Platform", "SoundAnalysis", "Tracking", "Sonification", "RainSynthesis", "DeterministicMath", "AudioOutput",
                "Transport",
            ],
            swiftSettings: computing),
        .target(
            name: "Tuning",
            dependencies: [
                "PlainText", "Transport", "AudioOutput", "Sonification", "RainSynthesis", "Tracking", "SoundAnalysis",
                "DeterministicMath", "TerminalIO",
            ],
            swiftSettings: swift),
        .target(
            name: "Studio",
            dependencies: [
                "PlainText", "Platform", "Tuning", "Transport", "AudioOutput", "RainSynthesis", "Sonification", "SoundAnalysis",
                "Tracking", "Railways", "DeterministicMath", "HTTPListening",
            ],
            swiftSettings: swift),
        // Open Sound Control's messages, and what they do to a playing.
        .target(name: "OpenSoundControl", dependencies: ["Platform", "CLiblo"], swiftSettings: swift),
        // Where posts come in, followers are served and pages are tuned.
        .target(name: "HTTPListening", dependencies: ["Platform", "CMicroHTTPD"], swiftSettings: swift),
        // Events for other programs: commands, desktop notifications, followers.
        .target(
            name: "Notifications",
            dependencies: ["PlainText", "HTTPListening", "Platform", "CDBus"], swiftSettings: swift),
        .target(
            name: "RemoteControl",
            dependencies: ["PlainText", "OpenSoundControl", "Transport", "Sonification", "RainSynthesis", "Tracking", "CALSA"],
            swiftSettings: swift),
        .executableTarget(
            name: "amaoto",
            dependencies: [
                "PlainText", "LiveSources", "Listening", "Notifications", "RemoteControl", "OpenSoundControl", "Transport", "AudioOutput",
                "RainSynthesis", "Sonification", "SoundAnalysis", "Tracking", "Railways", "Sessions", "Tuning", "TerminalIO", "Studio",
                "Platform", "HTTPListening", "CBuildCommit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: swift),

        // Makes the shipped map; never shipped itself.
        .executableTarget(
            name: "TokyoMap", dependencies: ["Railways", "Tracking"], path: "Tools/TokyoMap", swiftSettings: computing),

        // What one core can do, measured; never a test.
        .target(name: "BenchmarkMeasures", path: "Benchmarks/BenchmarkMeasures", swiftSettings: swift),
        .executableTarget(
            name: "EngineBenchmark", dependencies: ["BenchmarkMeasures", "PlainText", "AudioOutput", "Sonification", "Transport"],
            path: "Benchmarks/EngineBenchmark",
            swiftSettings: swift),
        .executableTarget(
            name: "DropBenchmark", dependencies: ["BenchmarkMeasures", "PlainText", "RainSynthesis", "RealtimeExchange"],
            path: "Benchmarks/DropBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "RailwayBenchmark",
            dependencies: ["BenchmarkMeasures", "PlainText", "Railways", "Tracking", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Benchmarks/RailwayBenchmark", swiftSettings: swift),

        // What tests ask for: threads of their own, a place among the stages, programs and data that may be missing.
        .target(name: "TestTraits", dependencies: ["Platform"], path: "Tests/TestTraits", swiftSettings: swift),
        // Counts allocations, locks, retains and system calls of a thread; linked by tests alone.
        .target(name: "CRenderWatch", path: "Tests/CRenderWatch"),
        .testTarget(
            name: "RenderWatchTests",
            dependencies: ["TestTraits", "CRenderWatch", "RainSynthesis", "RealtimeExchange", "AudioOutput", "Sonification"],
            swiftSettings: computing),
        .testTarget(
            name: "RealtimeExchangeTests", dependencies: ["RealtimeExchange", "CRenderWatch"], swiftSettings: computing),
        .testTarget(name: "PlatformTests", dependencies: ["TestTraits", "Platform"], swiftSettings: swift),
        .testTarget(name: "TerminalIOTests", dependencies: ["TestTraits", "TerminalIO"], swiftSettings: swift),
        .testTarget(name: "PlainTextTests", dependencies: ["TestTraits", "PlainText", "Tracking"], swiftSettings: swift),
        .testTarget(name: "DeterministicMathTests", dependencies: ["TestTraits", "DeterministicMath"], swiftSettings: computing),
        .testTarget(
            name: "RainSynthesisTests",
            dependencies: ["TestTraits", "RainSynthesis", "RealtimeExchange", "DeterministicMath", "SoundAnalysis", "CEBUR128"],
            swiftSettings: computing
        ),
        .testTarget(
            name: "SoundAnalysisTests", dependencies: ["TestTraits", "SoundAnalysis"], exclude: ["Fixtures"], swiftSettings: computing),
        .testTarget(
            name: "TrackingTests", dependencies: ["TestTraits", "Tracking", "Transport"], exclude: ["Fixtures"], swiftSettings: swift),
        // What stands at the other end of a line or a port, for tests alone.
        .target(name: "LiveEnds", path: "Tests/LiveEnds", swiftSettings: swift),
        .testTarget(name: "NotificationsTests", dependencies: ["TestTraits", "Notifications", "LiveEnds"], swiftSettings: swift),
        .testTarget(
            name: "LiveSourcesTests", dependencies: ["TestTraits", "LiveSources", "HTTPListening", "Platform", "Tracking", "LiveEnds"],
            swiftSettings: swift),
        .testTarget(
            name: "RailwaysTests",
            dependencies: [
                "TestTraits", "TokyoMap", "Railways", "Tracking", "Platform", "DeterministicMath",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Fixtures"], swiftSettings: swift),
        .testTarget(
            name: "SessionsTests",
            dependencies: ["TestTraits", "Sessions", "Tracking", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: swift),
        .testTarget(
            name: "SonificationTests",
            dependencies: [
                "TestTraits", "Sonification", "RainSynthesis", "Tracking", "Platform", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: swift),
        // A playback device that fails as told, for tests alone; Scripts/build-library builds its C.
        .target(name: "CompanionDevice", path: "Tests/CompanionDevice", swiftSettings: swift),
        .testTarget(
            name: "AudioOutputTests",
            dependencies: [
                "TestTraits", "AudioOutput", "RainSynthesis", "RealtimeExchange", "SoundAnalysis", "CompanionDevice", "CSndFile",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "TestTraits", "Transport", "AudioOutput", "RainSynthesis", "RealtimeExchange", "Sonification", "Tracking", "Railways",
                "SoundAnalysis",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "ListeningTests", dependencies: ["TestTraits", "Listening", "SoundAnalysis", "Sonification", "Tracking"],
            swiftSettings: computing),
        .testTarget(
            name: "TuningTests",
            dependencies: [
                "TestTraits", "Tuning", "TerminalIO", "Transport", "AudioOutput", "RainSynthesis", "Sonification", "Tracking",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "StudioTests",
            dependencies: ["TestTraits", "Studio", "HTTPListening", "Platform", "Tracking", "Tuning", "Sonification", "RainSynthesis"],
            exclude: ["Browser"], swiftSettings: swift),
        .testTarget(
            name: "RemoteControlTests",
            dependencies: ["TestTraits", "RemoteControl", "OpenSoundControl", "Transport", "RainSynthesis", "Tracking", "CALSA"],
            swiftSettings: swift),
        // What must hold of any input: `Fuzzing` asserts it of libFuzzer's, the tests below of those that are kept.
        // A test target for its @testable imports, which no release build may meet.
        .testTarget(
            name: "FuzzProperties",
            dependencies: [
                "TerminalIO", "RainSynthesis", "RealtimeExchange", "SoundAnalysis", "Tracking", "Railways", "Sessions",
                "Sonification", "AudioOutput", "Transport", "OpenSoundControl", "RemoteControl", "Studio", "HTTPListening", "LiveSources",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Fuzzing/Fuzzers", swiftSettings: computing),
        .testTarget(name: "FuzzCorpusTests", dependencies: ["TestTraits", "FuzzProperties"], swiftSettings: swift),
        // The examples of the modules' overviews.
        .testTarget(
            name: "OverviewTests",
            dependencies: [
                "AudioOutput", "DeterministicMath", "HTTPListening", "Listening", "LiveSources", "Notifications",
                "OpenSoundControl", "PlainText", "Platform", "Railways", "RainSynthesis", "RealtimeExchange", "RemoteControl", "Sessions",
                "Sonification", "SoundAnalysis", "Studio", "TerminalIO", "Tracking", "Transport", "Tuning",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "AcceptanceTests",
            dependencies: [
                "TestTraits", "amaoto", "Platform", "RainSynthesis", "Sonification", "Sessions", "SoundAnalysis", "Tracking", "Railways",
                "AudioOutput", "CompanionDevice", "LiveEnds", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swift),
    ]
)
