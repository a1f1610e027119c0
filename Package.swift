// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.swiftLanguageMode(.v6)]
// Of tests that wait, for programs or for one another: to optimize them takes longer than it saves.
let waiting: [SwiftSetting] = swift + [.unsafeFlags(["-Onone"])]

let package = Package(
    name: "amaoto",
    products: [
        .executable(name: "amaoto", targets: ["amaoto"]),
        .library(name: "RainSynthesis", targets: ["RainSynthesis"]),
        .library(name: "RealtimeExchange", targets: ["RealtimeExchange"]),
        .library(name: "SoundAnalysis", targets: ["SoundAnalysis"]),
        .library(name: "Tracking", targets: ["Tracking"]),
        .library(name: "Railways", targets: ["Railways"]),
        .library(name: "Sessions", targets: ["Sessions"]),
        .library(name: "Sonification", targets: ["Sonification"]),
        .library(name: "AudioOutput", targets: ["AudioOutput"]),
        .library(name: "Transport", targets: ["Transport"]),
        .library(name: "Studio", targets: ["Studio"]),
        .library(name: "Tuning", targets: ["Tuning"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        // System libraries and the few lines of C that Swift cannot say.
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CKissFFT", providers: [.apt(["libkissfft-dev"])]),
        .target(name: "CRealtime"),
        .target(name: "CTerminal"),
        .target(name: "CShell"),
        // The rain's inner loops, compiled for several instruction sets.
        .target(name: "CRainKernel"),
        // The shipped railway database, assembled into the program.
        .target(name: "CGreaterTokyo", exclude: ["greater-tokyo.sqlite"], cSettings: [.headerSearchPath(".")]),

        // The studio's page, assembled into the program.
        .target(name: "CStudioPage", exclude: ["page"], cSettings: [.headerSearchPath(".")]),

        // The floors, lowest first; each imports only floors below it.
        .target(name: "RealtimeExchange", swiftSettings: swift),
        .target(name: "TerminalIO", dependencies: ["CTerminal"], swiftSettings: swift),
        // The one way in which files are written.
        .target(name: "WholeFiles", dependencies: ["CRealtime"], swiftSettings: swift),
        .target(name: "DeterministicMath", dependencies: ["CRealtime"], swiftSettings: swift),
        .target(
            name: "RainSynthesis",
            dependencies: ["RealtimeExchange", "DeterministicMath", "CRealtime", "CRainKernel"], swiftSettings: swift),
        .target(name: "SoundAnalysis", dependencies: ["CKissFFT", "CEBUR128", "CSndFile"], swiftSettings: swift),
        .target(name: "Tracking", dependencies: ["DeterministicMath", "CLibXML2", "CZip"], swiftSettings: swift),
        .target(
            name: "LiveSources",
            dependencies: [
                "Tracking", "OpenSoundControl", "HTTPListening", "CMosquitto",
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: swift),
        .target(
            name: "Railways",
            dependencies: [
                "Tracking", "WholeFiles", "DeterministicMath", "CLibXML2", "CGreaterTokyo",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: swift),
        .target(
            name: "Sessions",
            dependencies: ["Tracking", "Railways", .product(name: "GRDB", package: "GRDB.swift")], swiftSettings: swift),
        .target(
            name: "Sonification",
            dependencies: [
                "Tracking", "WholeFiles", "RainSynthesis", "DeterministicMath", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: swift),
        .target(
            name: "AudioOutput",
            dependencies: ["WholeFiles", "RainSynthesis", "RealtimeExchange", "CALSA", "CSndFile", "CRealtime"],
            swiftSettings: swift),
        .target(
            name: "Transport",
            dependencies: [
                "Tracking", "Railways", "Sonification", "RainSynthesis", "RealtimeExchange", "AudioOutput", "SoundAnalysis", "DeterministicMath",
            ],
            swiftSettings: swift),
        .target(
            name: "Tuning",
            dependencies: [
                "Transport", "AudioOutput", "Sonification", "RainSynthesis", "Tracking", "SoundAnalysis", "DeterministicMath",
                "TerminalIO",
            ],
            swiftSettings: swift),
        .target(
            name: "Studio",
            dependencies: [
                "CStudioPage", "Tuning", "Transport", "AudioOutput", "RainSynthesis", "Sonification", "SoundAnalysis", "Tracking",
                "Railways", "DeterministicMath", "HTTPListening",
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: swift),
        // Open Sound Control's messages, and what they do to a playing.
        .target(name: "OpenSoundControl", dependencies: ["CLiblo"], swiftSettings: swift),
        // Where posts come in and followers are served.
        .target(
            name: "HTTPListening",
            dependencies: [.product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox")],
            swiftSettings: swift),
        // What happens, told to other programs.
        .target(
            name: "Telling",
            dependencies: [
                "Tracking", "HTTPListening", "CDBus", "CShell",
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: swift),
        .target(
            name: "RemoteControl",
            dependencies: ["OpenSoundControl", "Transport", "Sonification", "RainSynthesis", "Tracking"], swiftSettings: swift),
        .executableTarget(
            name: "amaoto",
            dependencies: [
                "LiveSources", "Telling", "RemoteControl", "OpenSoundControl", "Transport", "AudioOutput", "RainSynthesis", "Sonification", "SoundAnalysis",
                "Tracking", "Railways", "Sessions", "Tuning", "TerminalIO", "Studio", "WholeFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swift),

        // What one core can do, measured; never a test.
        .target(name: "BenchmarkMeasures", path: "Benchmarks/BenchmarkMeasures", swiftSettings: swift),
        .executableTarget(
            name: "EngineBenchmark", dependencies: ["BenchmarkMeasures", "Transport"], path: "Benchmarks/EngineBenchmark",
            swiftSettings: swift),
        .executableTarget(
            name: "DropBenchmark", dependencies: ["BenchmarkMeasures", "RainSynthesis", "RealtimeExchange"],
            path: "Benchmarks/DropBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "RailwayBenchmark",
            dependencies: ["BenchmarkMeasures", "Railways", "Tracking", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Benchmarks/RailwayBenchmark", swiftSettings: swift),

        // Counts allocations, locks, retains and system calls of a thread; linked by tests alone.
        .target(name: "CRenderWatch", path: "Tests/CRenderWatch"),
        .testTarget(
            name: "RenderWatchTests",
            dependencies: ["CRenderWatch", "RainSynthesis", "RealtimeExchange", "AudioOutput", "Sonification"],
            swiftSettings: swift),
        .testTarget(
            name: "RealtimeExchangeTests", dependencies: ["RealtimeExchange", "CRenderWatch"], swiftSettings: swift),
        .testTarget(name: "TerminalIOTests", dependencies: ["TerminalIO"], swiftSettings: waiting),
        .testTarget(name: "DeterministicMathTests", dependencies: ["DeterministicMath"], swiftSettings: swift),
        .testTarget(name: "RainSynthesisTests", dependencies: ["RainSynthesis", "SoundAnalysis", "CEBUR128"], swiftSettings: swift),
        .testTarget(
            name: "SoundAnalysisTests", dependencies: ["SoundAnalysis"], exclude: ["Fixtures"], swiftSettings: swift),
        .testTarget(
            name: "TrackingTests", dependencies: ["Tracking"], exclude: ["Fixtures"], swiftSettings: waiting),
        // What stands at the other end of a line or a port, for tests alone.
        .target(name: "LiveEnds", path: "Tests/LiveEnds", swiftSettings: swift),
        .testTarget(name: "TellingTests", dependencies: ["Telling", "LiveEnds"], swiftSettings: waiting),
        .testTarget(name: "LiveSourcesTests", dependencies: ["LiveSources", "Tracking", "LiveEnds"], swiftSettings: waiting),
        .testTarget(
            name: "RailwaysTests", dependencies: ["Railways", "Tracking", .product(name: "GRDB", package: "GRDB.swift")],
            exclude: ["Fixtures"], swiftSettings: waiting),
        .testTarget(
            name: "SessionsTests", dependencies: ["Sessions", .product(name: "GRDB", package: "GRDB.swift")], swiftSettings: waiting),
        .testTarget(
            name: "SonificationTests", dependencies: ["Sonification", .product(name: "Yams", package: "Yams")], swiftSettings: swift),
        // A playback device that fails as told, for tests alone; Scripts/build-companion builds its C.
        .target(name: "CompanionDevice", path: "Tests/CompanionDevice", swiftSettings: swift),
        .testTarget(name: "AudioOutputTests", dependencies: ["AudioOutput", "SoundAnalysis", "CompanionDevice"], swiftSettings: swift),
        .testTarget(
            name: "TransportTests", dependencies: ["Transport", "Railways", "SoundAnalysis"], swiftSettings: waiting),
        .testTarget(name: "TuningTests", dependencies: ["Tuning", "TerminalIO"], swiftSettings: waiting),
        .testTarget(name: "StudioTests", dependencies: ["Studio", "HTTPListening", "Tuning", "Sonification", "RainSynthesis"], exclude: ["Browser"], swiftSettings: waiting),
        .testTarget(name: "RemoteControlTests", dependencies: ["RemoteControl", "OpenSoundControl"], swiftSettings: waiting),
        .testTarget(
            name: "AcceptanceTests",
            dependencies: ["amaoto", "Transport", "SoundAnalysis", "Railways", "CompanionDevice", "LiveEnds"],
            swiftSettings: waiting),
    ]
)
