// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Inputs made to fill the memory or to run forever: refused or skipped, in bounded memory and time. docs/reliability.md lists
/// the bounds.
@Suite(.tags(.hostile), .waiting, .serialized) struct BoundsTests {
    struct Bomb: CustomTestStringConvertible, Sendable {
        let name: String
        /// Python that writes `f` (bytes), or creates the file `name` itself.
        let making: String
        /// `@` is the file.
        var command = "track @"
        var status: Int32 = 0
        var says = ""
        var testDescription: String { name + (command.hasPrefix("track") ? "" : ": \(command.replacing("@", with: ""))") }
    }

    private static let row = #"2026-01-01T00:00:0%d,35.6,139.7\n"#
    /// A table of two fixes with so many empty lines between them, a thousandth of it when packed.
    private static func blank(megabytes: Int) -> String {
        """
        import gzip
        with gzip.open(name, 'wb') as packed:
            packed.write(b'time,lat,lon\\n2026-01-01T00:00:00Z,35,139\\n')
            for _ in range(\(megabytes)): packed.write(b'\\n' * (1 << 20))
            packed.write(b'2026-01-01T00:00:01Z,35,139\\n')
        """
    }
    static let bombs: [Bomb] = [
        Bomb(
            name: "line.csv",
            making: "w('time,lat,lon\\n2026-01-01T00:00:00Z,35,139\\n'); big('x', 100); w('\\n2026-01-01T00:00:01Z,35,139\\n')",
            says: "line.csv:3: a line longer than"),
        Bomb(
            name: "header.csv", making: "w('time,lat,lon,'); big('x,', 50)", status: 4, says: "4096 columns"),
        Bomb(
            name: "columns.csv", making: "w('time,lat,lon'); w(''.join(',c%d' % k for k in range(1000000))); w('\\n')",
            status: 4, says: "4096 columns"),
        Bomb(
            name: "wide.csv",
            making: """
                w('time,lat,lon'); w(''.join(',c%d' % k for k in range(4000))); w('\\n')
                for k in range(300): w('2026-01-01T00:%02d:%02dZ,35,139' % (k // 60, k % 60) + ',1' * 4000 + '\\n')
                """, command: "track @ --session @.sqlite", says: "Kept 300"),
        Bomb(
            name: "quote.csv", making: "w('time,lat,lon\\n2026-01-01T00:00:00Z,35,139\\n\"'); big('x' * 99 + '\\n', 50)",
            says: "a quote is not closed"),
        Bomb(
            name: "line.jsonl", making: "w('{\"time\":1767653235,\"lat\":35,\"lon\":139}\\n{\"a\":\"'); big('x', 100); w('\"}\\n')",
            says: "line.jsonl:2: a line longer than"),
        Bomb(
            name: "deep.jsonl", making: "w('{\"time\":1767653235,\"lat\":35,\"lon\":139}\\n' + '{\"a\":[' * 100000 + '\\n')",
            says: "deep.jsonl:2:"),
        Bomb(
            name: "paths.jsonl",
            making: """
                for k in range(3): w('{"time":%d,"lat":35,"lon":139,"%s":{%s}}\\n' % (1767653235 + k, 'k' * 400000,
                    ','.join('"%x":1' % n for n in range(60000))))
                """),
        Bomb(
            name: "attribute.gpx", making: "w('<gpx><trk><trkseg><trkpt lat=\"'); big('1', 100)", status: 4,
            says: "attribute.gpx"),
        Bomb(
            name: "text.gpx",
            making:
                "w('<gpx><trk><name>'); big('x', 100); w('</name><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>')"
        ), Bomb(name: "comment.gpx", making: "w('<gpx><!--'); big('x', 100)", status: 4, says: "comment.gpx"),
        Bomb(name: "deep.gpx", making: "w('<gpx>' + '<a>' * 100000)", status: 4, says: "deep.gpx"),
        Bomb(
            name: "names.gpx",
            making: """
                w('<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time>')
                w(''.join('<n%d>1</n%d>' % (k, k) for k in range(400000)))
                w('</trkpt></trkseg></trk></gpx>')
                """),
        Bomb(
            name: "laughs.gpx",
            making: """
                w('<!DOCTYPE gpx [<!ENTITY a0 "ha">' + ''.join('<!ENTITY a%d "%s">' % (k, '&a%d;' % (k - 1) * 10) for k in range(1, 20)) + ']>')
                w('<gpx><trk><name>&a19;</name><trkseg><trkpt lat="&a19;" lon="2"/></trkseg></trk></gpx>')
                """, status: 4, says: "laughs.gpx"),
        Bomb(
            name: "laughs.osm",
            making: """
                w('<!DOCTYPE osm [<!ENTITY a0 "ha">' + ''.join('<!ENTITY a%d "%s">' % (k, '&a%d;' % (k - 1) * 10) for k in range(1, 20)) + ']>')
                w('<osm><node id="1" lat="1" lon="2"><tag k="name" v="&a19;"/></node></osm>')
                """, command: "railways import @ -o @.sqlite", status: 4, says: "laughs.osm"),
        Bomb(
            name: "tags.osm",
            making: """
                w('<osm><node id="1" lat="1" lon="2">' + ''.join('<tag k="k%d" v="v"/>' % k for k in range(2000000)) + '</node></osm>')
                """, command: "railways import @ -o @.sqlite", status: 4, says: "tags.osm"),
        Bomb(
            name: "aliases.yaml",
            making: """
                w('preset: 1\\ntitle: T\\ndescribe: D\\nplace: outdoor\\nbase:\\n  drops.rate: 300\\nx0: &x0 [1, 1]\\n')
                w(''.join('x%d: &x%d [%s]\\n' % (k, k, ', '.join(['*x%d' % (k - 1)] * 10)) for k in range(1, 30)))
                """, command: "preset set @ drops.rate=400", status: 3, says: "aliases.yaml"),
        Bomb(
            name: "nested.yaml",
            making: """
                w('preset: 1\\ntitle: T\\ndescribe: D\\nplace: outdoor\\nbase: &b0 {drops.rate: 300}\\nmap:\\n')
                w(''.join('  - &m%d [%s]\\n' % (k, ', '.join(['*m%d' % (k - 1) if k else '1'] * 10)) for k in range(30)))
                """, command: "preset describe @", status: 3, says: "nested.yaml"),
        Bomb(
            name: "deep.yaml", making: "w('preset: 1\\nbase: ' + '[' * 100000)", command: "preset diff @ commuter", status: 3,
            says: "deep.yaml"),
        Bomb(
            name: "long.yaml", making: "w('preset: 1\\ntitle: '); big('x', 100)", command: "play -p @", status: 3, says: "longer than 1 MB"),
        Bomb(
            name: "bomb.zip",
            making: """
                import zipfile
                with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:
                    for table in ('agency', 'routes', 'trips', 'stops'):
                        z.writestr(table + '.txt', 'route_id,agency_id,trip_id,stop_id,stop_name,route_type\\n')
                    with z.open('stop_times.txt', 'w', force_zip64=True) as m:
                        for _ in range(300): m.write(bytes(1 << 20))
                """, command: "railways import @ -o @.sqlite", status: 4, says: "bomb.zip"),
        Bomb(name: "bomb.csv.gz", making: blank(megabytes: 100), says: "unpack to more than"),
        Bomb(name: "blank.csv.gz", making: blank(megabytes: 63), command: "track @ --session @.sqlite", says: "Kept 2 fixes"),
        Bomb(
            name: "deep.geojson",
            making:
                "w('{\"type\":\"FeatureCollection\",\"features\":[{\"properties\":{\"N02_003\":\"a\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":' + '[' * 100000)",
            command: "railways import @ -o @.sqlite", status: 4, says: "deep.geojson"),
        Bomb(
            name: "huge.geojson", making: "w('{\"type\":\"FeatureCollection\",\"N02\":1'); f.truncate(1 << 33)",
            command: "railways import @ -o @.sqlite", status: 4, says: "longer than 128 MB"),
        Bomb(
            name: "applied.jsonl", making: "f.truncate(1 << 33)", command: "render --applied @ -o @.wav", status: 4,
            says: "longer than 256 MB"),
    ]

    /// Runs a command and prints its exit code and its peak memory, in kB.
    private static let measure = #"""
        import resource, subprocess, sys
        run = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=open(sys.argv[1], "wb"), timeout=60)
        print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """#
    private static let maker = #"""
        import sys
        name = sys.argv[1]
        f = open(name, "wb")
        def w(text): f.write(text.encode())
        def big(text, megabytes):
            piece = (text * (1 << 20))[:1 << 20].encode()
            for _ in range(megabytes): f.write(piece)
        exec(sys.stdin.read())
        f.close()
        """#

    /// Peak memory for small inputs.
    private static let usual = [
        "track": "track examples/visnjan-drive.gpx", "railways": "railways import Tests/RailwaysTests/Fixtures/n02 -o @.sqlite",
        "preset": "preset describe commuter", "play": "preset describe commuter", "render": "render -p drizzle -d 1 -o @.wav",
    ]

    private func run(_ command: String, on file: URL, in folder: Folder) throws -> (status: Int32, kilobytes: Int, errors: String) {
        let arguments = command.split(separator: " ").map { $0.replacing("@", with: file.path) }
        let script = try folder.write(Self.measure, to: "measure.py")
        let words = folder.file("errors")
        let line = (["/usr/bin/python3", script.path, words.path, "amaoto"] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let measured = try Program.shellMustSucceed(line)
        let numbers = measured.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        return (Int32(numbers[0]), numbers[1], String(decoding: try Data(contentsOf: words), as: UTF8.self))
    }

    @Test(.needs("/usr/bin/python3"), arguments: bombs) func aBombIsSurvived(_ bomb: Bomb) throws {
        let folder = try Folder()
        let file = folder.file(bomb.name)
        try Program.shellMustSucceed("/usr/bin/python3 -c '\(Self.maker)' '\(file.path)' <<'MAKING'\n\(bomb.making)\nMAKING")
        let kind = String(bomb.command.prefix { $0 != " " })
        let usual = try run(try #require(Self.usual[kind]), on: folder.file("usual"), in: folder)
        #expect(usual.status == 0, "\(usual.errors)")
        let met = try run(bomb.command, on: file, in: folder)
        #expect(met.status == bomb.status, "\(met.errors.prefix(400))")
        #expect(bomb.says.isEmpty || met.errors.contains(bomb.says), "\(met.errors.prefix(400))")
        // A message is not a bomb either.
        #expect(met.errors.utf8.count < 32_000)
        #expect(met.kilobytes - usual.kilobytes < 64 << 10, "\(met.kilobytes >> 10) MB, usually \(usual.kilobytes >> 10)")
        print("\(bomb.name): \((met.kilobytes - usual.kilobytes) >> 10) MB more than usual")
    }

    /// Five minutes, whose samples alone would take 58 MB, are read block by block.
    @Test(.needs("/usr/bin/python3", "sox"), arguments: ["analyse @", "plot spectrum @ -o @.svg", "plot spectrogram @ -o @.svg"])
    func aLongSoundTakesNoMoreMemoryThanAShortOne(command: String) throws {
        let folder = try Folder()
        let short = folder.file("short.wav"), long = folder.file("long.wav")
        for (file, repeats) in [(short, 0), (long, 59)] {
            try Program.shellMustSucceed("sox -R -n -r 48000 -c 1 -b 16 '\(file.path)' synth 5 whitenoise gain -20 repeat \(repeats)")
        }
        let usual = try run(command, on: short, in: folder), met = try run(command, on: long, in: folder)
        #expect(usual.status == 0 && met.status == 0, "\(usual.errors) \(met.errors)")
        #expect(met.kilobytes - usual.kilobytes < 32 << 10, "\(met.kilobytes >> 10) MB, of five seconds \(usual.kilobytes >> 10)")
    }

    /// Whether strace can see the files that a program opens.
    private static let seesOpening =
        (try? Program.shell("strace -f -qq -e trace=openat cat /dev/null"))?.errors.contains("\"/dev/null\"") == true

    /// Nothing is fetched, and no external file is read into a track.
    @Test(.needs("strace"), .enabled(if: seesOpening, "NOT RUN: strace may not watch programs here"), arguments: ["gpx", "osm"])
    func anEntityOpensNoFile(kind: String) throws {
        let folder = try Folder()
        let secret = try folder.write("lat=\"1\"", to: "secret"), file = folder.file("x.\(kind)"), log = folder.file("opened")
        let body =
            kind == "gpx"
            ? "<gpx><trk><name>&x;</name><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time><cmt>&x;</cmt></trkpt></trkseg></trk></gpx>"
            : "<osm><node id=\"1\" lat=\"1\" lon=\"2\"><tag k=\"name\" v=\"a\"/>&x;</node></osm>"
        try Data(
            "<!DOCTYPE a SYSTEM \"\(secret.path)\" [<!ENTITY x SYSTEM \"\(secret.path)\"><!ENTITY % y SYSTEM \"\(secret.path)\"> %y;]>\(body)"
                .utf8
        ).write(to: file)
        let command = kind == "gpx" ? "track '\(file.path)'" : "railways import '\(file.path)' -o '\(folder.path("o.sqlite"))'"
        let traced = try Program.shell("strace -f -qq -e trace=openat,open,connect -o '\(log.path)' amaoto \(command)")
        let opened = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        try #require(opened.contains(file.path), "\(traced.errors.prefix(300))")
        #expect(!opened.contains(secret.path))
        #expect(!opened.contains("connect(") || !opened.contains("sin_port"))
        #expect(!traced.text.contains("secret"))
    }

    /// The paths that a command opened for writing, created, renamed or removed.
    private func written(by arguments: [String], in aside: Folder) throws -> [String] {
        let log = aside.file("calls")
        defer { try? FileManager.default.removeItem(at: log) }
        let names =
            "openat,?open,?openat2,?creat,?mkdir,mkdirat,?rename,?renameat,renameat2,?link,linkat,?symlink,symlinkat,?unlink,unlinkat,?rmdir,truncate"
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        try Program.shellMustSucceed("strace -f -qq -s 4096 -e 'trace=\(names)' -o '\(log.path)' amaoto \(words)")
        let changes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_TMPFILE"]
        return try String(contentsOf: log, encoding: .utf8).split(separator: "\n").flatMap { line -> [String] in
            if line.contains(" open"), !changes.contains(where: { line.contains($0) }) { return [] }
            // Between quotation marks: no name contains one.
            return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
                String($0.element)
            }
        }
    }

    /// Ids, names and topics that look like paths are treated as names only: the program writes just the files named on the
    /// command line.
    @Test(.needs("strace", "/usr/bin/python3"), .enabled(if: seesOpening, "NOT RUN: strace may not watch programs here"))
    func noInputNamesAFileToWrite() throws {
        let folder = try Folder(), aside = try Folder(), calls = try Folder()
        let names = ["../../evil", aside.path("evil"), "..", "a/b", "~/evil", "$(touch evil)"]
        let rows = (0...4).flatMap { second in
            names.map { "\(1_767_225_600 + second),\(35.6 + Double(second) / 10_000),139.7,\($0)\n" }
        }
        let fleet = try folder.write("time,lat,lon,vehicle\n" + rows.joined(), to: "fleet.csv")
        let points = (0...4).map {
            "<trkpt lat=\"\(35.6 + Double($0) / 10_000)\" lon=\"139.7\"><time>2026-01-01T00:00:0\($0)Z</time><name>\(names[1])</name></trkpt>"
        }
        let walk = try folder.write(
            """
            <gpx version="1.1" creator="\(names[1])"><metadata><name>\(names[0])</name><link href="\(names[1])"/></metadata>
            <trk><name>\(names[1])</name><desc>\(names[0])</desc><src>\(names[1])</src><trkseg>\(points.joined())</trkseg></trk></gpx>
            """, to: "walk.gpx")
        let posts = (0...4).flatMap { second in
            names.map {
                #"{"_type":"location","topic":"owntracks/\#($0)","tid":"\#($0)","lat":35.6,"lon":139.7,"tst":\#(1_767_225_600 + second)}"#
                    + "\n"
            }
        }
        let phones = try folder.write(posts.joined(), to: "phones.jsonl")

        func place(_ name: String) -> String { folder.path(name) }
        let short = ["-d", "0.5", "--fit", "1"]
        let commands = [
            [
                "render", fleet.path, "-o", place("a.wav"), "--stems", place("layers"), "--state", place("a.jsonl"), "--captions",
                place("a.vtt"),
            ] + short,
            [
                "render", walk.path, "-o", place("b.wav"), "--session", place("s.sqlite"), "--state", place("b.jsonl"), "--stats",
                place("b.json"),
            ] + short, ["track", phones.path, "--session", place("s.sqlite"), "-o", place("c.jsonl")],
            ["sessions", "export", place("s.sqlite"), "1", "-o", place("c.gpx")],
            ["sessions", "export", place("s.sqlite"), "-o", place("c.csv")],
        ]
        for command in commands {
            let paths = try written(by: command, in: calls)
            // The expected files are in the trace, so the trace is complete.
            for (option, file) in zip(command, command.dropFirst()) where option.hasPrefix("-") && file.hasPrefix(folder.url.path) {
                #expect(paths.contains { $0.hasPrefix(file) }, "\(file): \(paths)")
            }
            let elsewhere = paths.filter { path in
                let isWithin = path.hasPrefix(folder.url.path + "/") && !path.contains("/..")
                // The names of SQLite's work files are fixed.
                return !isWithin && !path.hasPrefix("/dev/") && !path.hasPrefix("/proc/") && !path.contains("/etilqs_")
            }
            #expect(elsewhere.isEmpty, "\(command[0]): \(elsewhere)")
        }
        #expect(aside.names.isEmpty)
        #expect(!folder.names.contains { $0.contains("evil") }, "\(folder.names)")
    }
}
