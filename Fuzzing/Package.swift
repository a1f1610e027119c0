// swift-tools-version: 6.2
import PackageDescription

// The program's floors once more, compiled for libFuzzer and AddressSanitizer; `Product` leads to the sources themselves.
// As one package with the fuzzers, so that these reach what the floors keep to themselves.
let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .unsafeFlags(["-enable-testing", "-sanitize=address,fuzzer"]),
]
let c: [CSetting] = [.unsafeFlags(["-fsanitize=address,fuzzer-no-link"])]

/// Without the tracing of comparisons, which multiplies the cost of loops over samples; their inputs are numbers, not words.
let samples: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .unsafeFlags(["-enable-testing", "-sanitize=address", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"]),
]

func floor(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, _ settings: [SwiftSetting] = swift) -> Target {
    .target(name: name, dependencies: dependencies, path: path ?? "Product/\(name)", swiftSettings: settings)
}

let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let database = [
    Target.Dependency.product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
]

let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CALSA", path: "Product/CALSA", pkgConfig: "alsa"),
        .systemLibrary(name: "CSndFile", path: "Product/CSndFile", pkgConfig: "sndfile"),
        .systemLibrary(name: "CEBUR128", path: "Product/CEBUR128", pkgConfig: "libebur128"),
        .systemLibrary(name: "CLibXML2", path: "Product/CLibXML2", pkgConfig: "libxml-2.0"),
        .systemLibrary(name: "CZip", path: "Product/CZip", pkgConfig: "libzip"),
        .systemLibrary(name: "CLiblo", path: "Product/CLiblo", pkgConfig: "liblo"),
        .systemLibrary(name: "CKissFFT", path: "Product/CKissFFT"),
        .target(name: "CRealtime", path: "Product/CRealtime", cSettings: c),
        .target(name: "CTerminal", path: "Product/CTerminal", cSettings: c),
        .target(name: "CRainKernel", path: "Product/CRainKernel", cSettings: c),
        .target(
            name: "CGreaterTokyo", path: "Product/CGreaterTokyo", exclude: ["greater-tokyo.sqlite"],
            cSettings: [.headerSearchPath(".")]),
        floor("RealtimeExchange"),
        floor("TerminalIO", ["CTerminal"]),
        floor("DeterministicMath", ["CRealtime"], samples),
        floor("WholeFiles", ["CRealtime"]),
        floor("RainSynthesis", ["RealtimeExchange", "DeterministicMath", "CRealtime", "CRainKernel"], samples),
        floor("SoundAnalysis", ["CKissFFT", "CEBUR128", "CSndFile"], samples),
        floor("Tracking", ["DeterministicMath", "CLibXML2", "CZip"]),
        floor("Railways", ["Tracking", "WholeFiles", "DeterministicMath", "CLibXML2", "CGreaterTokyo"] + database),
        floor("Sessions", ["Tracking", "Railways"] + database),
        floor("Sonification", ["Tracking", "WholeFiles", "RainSynthesis", "DeterministicMath", yams]),
        floor("AudioOutput", ["WholeFiles", "RainSynthesis", "RealtimeExchange", "CALSA", "CSndFile", "CRealtime"]),
        floor(
            "Transport",
            [
                "Tracking", "Railways", "Sonification", "RainSynthesis", "RealtimeExchange", "AudioOutput", "SoundAnalysis",
                "DeterministicMath",
            ]),
        floor("OpenSoundControl", ["CLiblo"]),
        floor("RemoteControl", ["OpenSoundControl", "Transport", "Sonification", "RainSynthesis", "Tracking"]),
        // Of the studio what a page may ask for and what its gate lets in; the rest would bring its server with it.
        floor("Studio", ["Sonification"], path: "StudioRequests"),
        // Of the live sources what they read; the rest would bring brokers and servers with it.
        floor("LiveSources", ["OpenSoundControl"], path: "LiveMessages"),
        .target(name: "CHeapWatch", path: "CHeapWatch"),
        .target(
            name: "Fuzzers",
            dependencies: [
                "CHeapWatch",
                "TerminalIO", "RainSynthesis", "RealtimeExchange", "SoundAnalysis", "Tracking", "Railways", "Sessions",
                "Sonification", "AudioOutput", "Transport", "OpenSoundControl", "RemoteControl", "Studio", "LiveSources",
            ],
            path: "Fuzzers", swiftSettings: swift),
        // libFuzzer brings its own main: nothing is left for a program of ours but to be linked.
        .executableTarget(
            name: "fuzz", dependencies: ["Fuzzers"], path: "Program",
            linkerSettings: [.unsafeFlags(["-sanitize=address,fuzzer"])]),
    ]
)
