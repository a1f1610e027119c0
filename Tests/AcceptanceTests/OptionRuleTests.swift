// SPDX-License-Identifier: MIT
import Testing

@testable import amaoto

/// What a command line lacks, what contradicts itself, and what lies outside of its range is refused before any work, with the rule.
@Suite struct OptionRuleTests {
    private static let refused: KeyValuePairs = [
        "Give --speed or --fit, not both.": ["render a.gpx -o x.wav --speed 2 --fit 5"],
        "Give --loudness or --gain, not both.": ["render a.gpx -o x.wav --loudness -23 --gain 3"],
        "Give --only or --one-track, not both.": ["render a.gpx -o x.wav --only 1 --one-track"],
        "--state-drops requires --state.": ["render a.gpx -o x.wav --state-drops"],
        "--loop makes resting rain a loop: give -d": ["render -o x.wav --loop", "render a.gpx -d 9 -o x.wav --loop"],
        "--block takes 1 to 65536 frames.": [
            "render a.gpx -o x.wav --block 0", "render a.gpx -o x.wav --block 65537", "render a.gpx -o x.wav --block -1",
        ],
        "--jobs takes 1 to 8.": ["render a.gpx -o x.wav --stems s --jobs 0", "render a.gpx -o x.wav --stems s --jobs 9"],
        "--loudness takes LUFS from -60 to -5": ["render a.gpx -o x.wav --loudness -60.5", "render a.gpx -o x.wav --loudness -4.5"],
        "--gain takes dB from -120 to 40.": ["render a.gpx -o x.wav --gain -121", "render a.gpx -o x.wav --gain 41"],
        "--frame-rate takes a number above 0.": ["render a.mot -o x.wav --frame-rate 0"],
        "Give --token or --token-file, not both.": ["play http://:0 --token a --token-file b"],
        "--reconnect takes 0 to 86400 seconds.": ["play -p drizzle --reconnect 86401", "play -p drizzle --reconnect -1"],
        "--interval takes 0.05 to 600 seconds.": ["ride --from A --to B --interval 0.04", "ride --from A --to B --interval 601"],
        "--noise takes 0 to 1000 metres.": ["ride --from A --to B --noise -1", "ride --from A --to B --noise 1001"],
        "--top-speed takes 5 to 600 km/h.": ["ride --from A --to B --top-speed 4", "ride --from A --to B --top-speed 601"],
        "--count takes a number above 0.": ["railways near 1,1 --count 0", "railways near 1,1 --count -1"],
        "--count and --accuracy take numbers above 0.": ["where - --count 0", "where - --count -1", "where - --accuracy 0"],
        "Give a source, such as gpsd:// or - for standard input.": ["where"],
        "Give a track, or - for standard input.": ["track"],
        "`track` takes one track: b.gpx is a second (`render` and `play` take several)": ["track a.gpx b.gpx"],
        "`where` takes one track: Ueno is a second (`render` and `play` take several) or belongs to an unknown option.": [
            "where a.gpx --to Ueno"
        ],
        "Give a track.": ["plot ride", "plot map"],
        "Give -o FILE, or --list to list the steps.": ["key"],
        "Give a sound to read with --key.": ["listen --key a.wav"],
        "Give --key or --learn, not both.": ["listen --key a.wav --learn b=c"],
        "Give --against FILE once for each sound.": ["listen a.wav --key k.wav --against x --against y"],
        "Give a change, such as drops.rate=1200.": ["preset set my.yaml"],
        "Give --stream or --device, not both.": ["studio storm --stream --device null"],
    ]

    @Test func whatBreaksARuleIsRefusedWithIt() {
        for (rule, lines) in Self.refused {
            for line in lines {
                let error = #expect(throws: (any Error).self, "\(line)") { try Self.parse(line) }
                if let error { #expect(Amaoto.message(for: error).contains(rule), "\(line): \(Amaoto.message(for: error))") }
            }
        }
    }

    /// The ends of a range belong to it.
    @Test(arguments: [
        "render a.gpx -o x.wav --block 1",
        "render a.gpx -o x.wav --block 65536",
        "render a.gpx -o x.wav --stems s --jobs 1",
        "render a.gpx -o x.wav --stems s --jobs 8",
        "render a.gpx -o x.wav --loudness -60",
        "render a.gpx -o x.wav --loudness -5",
        "render a.gpx -o x.wav --gain -120",
        "render a.gpx -o x.wav --gain 40",
        "play -p drizzle -D nosuch --reconnect 0",
        "play -p drizzle -D nosuch --reconnect 86400",
        "ride --from A --to B --interval 0.05",
        "ride --from A --to B --interval 600",
        "ride --from A --to B --noise 0",
        "ride --from A --to B --noise 1000",
        "ride --from A --to B --top-speed 5",
        "ride --from A --to B --top-speed 600",
        "railways near 1,1 --count 1",
        "where a.gpx --count 1 --accuracy 0.1",
    ]) func theEndsOfARangeAreAccepted(line: String) { #expect(throws: Never.self) { try Self.parse(line) } }

    /// A screen reader would read the times of the captions aloud.
    @Test func aPlainDemoPrintsSentencesInsteadOfCaptions() throws {
        for (line, captions) in [("demo train", "-"), ("demo train --plain", nil)] {
            let demo = try #require(try Amaoto.parseAsRoot(line.split(separator: " ").map(String.init)) as? Demo)
            #expect(try demo.playing(["ride.csv", "--captions", "-"]).announcements.captions == captions, "\(line)")
        }
    }

    private static func parse(_ line: String) throws { _ = try Amaoto.parseAsRoot(line.split(separator: " ").map(String.init)) }
}
