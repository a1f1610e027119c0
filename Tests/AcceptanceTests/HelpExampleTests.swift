// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import amaoto

/// The examples of every `--help` work as they are pasted: each is parsed, and each that needs no receiver, terminal or browser
/// is run, with a silent device, in a folder that has the files it names.
@Suite(.tags(.program), .waiting) struct HelpExampleTests {
    /// The lines under EXAMPLES in the reviewed help.
    private static let fullLines: [String] = {
        let help = (try? String(contentsOf: Program.root.appendingPathComponent("Tests/Fixtures/help.txt"), encoding: .utf8)) ?? ""
        var lines: [String] = []
        var isExample = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "EXAMPLES" {
                isExample = true
            } else if line.isEmpty {
                isExample = false
            } else if isExample {
                lines.append(String(line))
            }
        }
        return lines
    }()

    /// The same without their explanations.
    static let lines = fullLines.map { line in
        let command = line.drop { $0 == " " }
        return String(command.firstMatch(of: /(.*?\S) {2,}\S/)?.1 ?? command)
    }

    /// Receivers, controllers, terminals, browsers, and sources of a map that are too large to ship.
    private static let notRun = [
        "gpsd://", "/dev/tty", "mqtt://", "midi://", "gpspipe", "tail -f", "amaoto studio", "amaoto tune commuter",
        "amaoto tune my.yaml ride.gpx", "NO_COLOR=1 amaoto tune", "import tokyo/",
    ]
    static let run = lines.filter { line in
        !notRun.contains { line.contains($0) } && !(line.hasPrefix("amaoto tune") && line.hasSuffix("--plain"))
    }

    /// A line that a terminal of 80 columns breaks is pasted as two commands.
    @Test func noneIsWiderThanATerminal() {
        #expect(Self.fullLines.filter { $0.count > 80 } == [])
    }

    @Test func theyAreFound() { #expect(Self.lines.count > 90 && Self.run.count > 70, "\(Self.lines.count) \(Self.run.count)") }

    /// What the shell makes of the line is a command line that the program accepts. The commands of a pipe run at once, so each
    /// writes its words by one `printf`: one write, which the other cannot come between.
    @Test(arguments: lines) func isParsed(line: String) throws {
        let words = try Program.shell(
            "exec 3>&1; end=$(printf '\\1'); amaoto() { printf '%s\\0' \"$@\" \"$end\" >&3; }; for name in tail gpspipe jq sox; do eval \"$name() { :; }\"; done; "
                + "set -o noglob; \(line.replacing(/\ > [^ ]+/, with: ""))")
        for command in words.text.split(separator: "\u{1}") {
            let arguments = command.split(separator: "\0").map(String.init)
            #expect(throws: Never.self) { try Amaoto.parseAsRoot(arguments) }
        }
        #expect(!words.output.isEmpty)
    }

    /// The files that the examples name.
    private static func prepared() throws -> Folder {
        let folder = try Folder()
        let fixtures = Program.root.appendingPathComponent("Tests/RailwaysTests/Fixtures").path
        try Program.shellMustSucceed(
            """
            set -e
            root=$PWD; cd '\(folder.url.path)'; ln -s "$root/examples" .
            printf '%s\\n' '</usr/share/alsa/alsa.conf>' 'pcm.quiet { type null hint { show on description quiet } }' >asound.conf
            mkdir bin; for name in spd-say notify-send; do printf '#!/bin/sh\\n' >bin/$name; chmod +x bin/$name; done
            for name in ride walk anna ben cleo; do cp examples/visnjan-drive.gpx $name.gpx; done
            cp examples/yamanote-simulated.csv ride.csv
            printf 'person_id,time,lat,lon\\n17,2026-01-01T00:00:00Z,35,139\\n17,2026-01-01T00:00:09Z,35.001,139\\n18,2026-01-01T00:00:09Z,35,139\\n' >people.csv
            echo '{"type":"Polygon","coordinates":[[[13.7,45.2],[13.8,45.2],[13.8,45.3],[13.7,45.2]]]}' >park.geojson
            amaoto preset new my.yaml --from counter -q
            for name in kansai old; do cp Sources/CShippedFiles/greater-tokyo.sqlite $name.sqlite 2>/dev/null ||
                cp "$root/Sources/CShippedFiles/greater-tokyo.sqlite" $name.sqlite; done
            amaoto railways import '\(fixtures)/lausanne.osm' -o lausanne.sqlite -q
            cp -r '\(fixtures)/n02' n02
            (cd '\(fixtures)/nuremberg-gtfs' && python3 -m zipfile -c '\(folder.url.path)/gtfs.zip' *.txt); cp gtfs.zip feed.zip; cp gtfs.zip lausanne.zip
            XDG_DATA_HOME=$PWD/data amaoto railways add lausanne.zip -q
            cp -r '\(fixtures)/nuremberg-gtfs' city; sed -i 's/Röthenbach/A/; s/Flughafen/B/' city/stops.txt
            amaoto railways import city -o city.sqlite -q
            osmium cat '\(fixtures)/lausanne.osm' -o city.osm.pbf --no-progress 2>/dev/null
            for turn in 1 2 3; do amaoto track ride.gpx --session rides.sqlite -o /dev/null; done
            amaoto render -p downpour -d 60 -q -o rain.wav; cp rain.wav rain.flac.wav; amaoto render -p downpour -d 60 -q -o rain.flac
            rm rain.flac.wav; amaoto render ride.gpx --fit 5 -q -o ride.flac
            amaoto key -p commuter -q -o key.wav
            for name in ride a b; do amaoto render ride.gpx --fit 20 -q -o $name.wav --state $name.jsonl; done
            # The truth of these sounds, as a table.
            jq -r 'select(.channels.speed) | [.sample / 48000, .channels.speed] | @csv' ride.jsonl | sed '1i time,speed' >a.csv
            cp a.csv b.csv; mkdir truth; cp a.csv truth/ride.csv
            """)
        return folder
    }

    @Test(.needs("jq", "sox", "osmium", "python3")) func theyRun() throws {
        let prepared = try Self.prepared()
        for line in Self.run { try Self.run(line, with: prepared) }
    }

    private static func run(_ line: String, with prepared: Folder) throws {
        let folder = try Folder()
        var command = line.replacing(/\ -D [^ ]+/, with: " -D quiet").replacing(" -d 600", with: " -d 20")
        if !command.contains(" -D ") {
            for name in ["play", "doctor"] { command = command.replacing("amaoto \(name)", with: "amaoto \(name) -D quiet") }
        }
        command = command.replacing("amaoto play", with: "amaoto play -d 1")
        if !command.contains(" -d ") { command = command.replacing("amaoto render", with: "amaoto render -d 3") }
        // What it writes is not there yet.
        let written = command.matches(of: /(?:-o|preset new) ([^ -][^ ]*)/).map { String($0.1) }
        let run = try Program.shell(
            """
            cp -r '\(prepared.url.path)/.' '\(folder.url.path)'; cd '\(folder.url.path)'; rm -f \(written.joined(separator: " "))
            case $LINE in *listen*) cp truth/* .;; "amaoto key"*) rm -f key.vtt;; "amaoto railways add"*) rm -r data;; esac
            export PATH="$PWD/bin:$PATH" XDG_DATA_HOME=$PWD/data ALSA_CONFIG_PATH=$PWD/asound.conf; timeout 120 bash -o pipefail -c "$LINE" </dev/null
            """, environment: ["LINE": command])
        #expect(run.status == 0, "\(command): \(run.status) \(run.errors)")
        for name in written { #expect(FileManager.default.fileExists(atPath: folder.path(name)), "\(command): \(name)") }
    }
}
