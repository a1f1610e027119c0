// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Synchronization
import Tracking
import Transport

struct Track: AsyncParsableCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "track", abstract: "Print the tracker's results, one JSON line per fix.",
        discussion: """
            EXAMPLES
              amaoto track ride.gpx
              amaoto track ride.gpx --railways kansai.sqlite | jq .railway
              amaoto track ride.csv --ticks -o ride.jsonl
              amaoto track ride.csv --hindsight | jq .station
              tail -f log.jsonl | amaoto track - --session rides.sqlite | jq .speed
              amaoto track rides.sqlite
              amaoto track gpsd:// | jq .speed
              amaoto track /dev/ttyUSB0 -b 4800
              amaoto track walk.gpx --point home=35.68,139.76 --region park=park.geojson
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup var session: SessionOptions
    @OptionGroup var railway: RideOptions
    @OptionGroup var messages: MessageOptions

    @Flag(help: "Use the whole recorded track for every fix, including what came after it.")
    var hindsight = false

    @Flag(help: "Print the estimates in gaps as well, ten per second of track time.")
    var ticks = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file; - for standard output.", valueName: "file"), completion: .file())
    var output = "-"

    @OptionGroup var writing: WritingOptions

    func validate() throws {
        try input.validateOneInput("track")
        if input.input == nil { throw ValidationError("Give a track, or - for standard input.") }
    }

    func declareFiles(in claims: inout OutputClaims) {
        input.declareFiles(in: &claims)
        railway.declareFiles(in: &claims)
        session.declareFiles(in: &claims)
        claims.write(output, as: "-o")
    }

    func run() async throws {
        let claims = try checkedClaims()
        guard let path = input.input else { return }
        let console = messages.console
        // Reading may wait for long, so an interrupt does not wait until it returns.
        let interrupts = Interrupts()
        defer { interrupts.blockIfExiting() }
        let setup = try RailwaySetup(railway, console)
        let live = try input.live(console)
        if let live, hindsight { throw Failure("--hindsight requires a recorded track; \(live.title) is live", .usage) }
        let ride = try input.ride(live, rereads: hindsight, together: hindsight, tracker: setup.tracker)
        let recording = try SessionRecording(session, input: path, console: console)
        defer {
            _ = try? recording.finish()
            live?.stop()
        }
        // At a terminal, lines are shown as they arrive.
        let isStored = live == nil && !ByteSource.isReadOnce(path)
        let isBatched = isStored && isatty(STDOUT_FILENO) == 0
        let file = try LineFile(output, claims, isBatched: isBatched)
        let faults = FaultReporter(console: console, reportsAll: input.verbose)
        let newest = Mutex((tally: InputTally(), leftOut: (tracks: [String?](), fixes: 0)))
        let isRead = OneShot<Bool>()
        interrupts.onExit { [weak file] in
            // A live source or a pipe may never end by itself, so it is ended and summed up here.
            if ride.isLive {
                let hasBegun = live?.isConnected ?? ride.stop()
                live?.stop()
                // What has arrived, and what --reorder holds, is still read.
                if hasBegun { _ = isRead.wait(seconds: 2) }
                let (tally, leftOut) = newest.withLock { $0 }
                faults.summarize(tally)
                Self.report(leftOut: leftOut, console)
            }
            if let place = try? file?.close(interrupted: true) { console.sayInterrupted([place]) }
            do { try recording.finish(within: 3) } catch { console.warn("\(error)") }
        }
        // Before `recording` and `live`, which the interrupt itself finishes, are finished here.
        defer { interrupts.blockIfExiting() }
        // The interrupt waits for it, also where nothing has come that could be read.
        defer { isRead.resolve(true) }
        // At a terminal, the lines themselves show the progress.
        let progress = isBatched ? ProgressLine(console) : nil
        let onRead = { [title = ride.title] (share: Double) -> Void in
            progress?.show(ReadingProgress(title: title, share: share, updates: 0))
        }
        var track = hindsight ? try ride.track(inHindsight: setup.hindsight, onRead: onRead) : try ride.track(onRead: onRead)
        track.fillsGaps = ticks
        let recorder = try recording.start(source: ride.title)
        var fixes = 0
        let names = setup.announcer.names
        let lines = UpdateLines(file, ahead: isBatched) { id in names.station(id) == nil ? nil : names.stationName(id) }
        // Before the file is closed or abandoned.
        defer { lines.finish() }
        var hasRailway = false
        var isInPlane: Bool?
        while !lines.hasFailed, let item = try track.next() {
            if ride.isLive { newest.withLock { [now = (track.tally, track.leftOut)] in $0 = now } }
            switch consume item {
            case .fault(let fault):
                if input.strict { throw fault }
                faults.report(fault)
            case .update(let update):
                if !update.estimated {
                    // A stream shows by its first fix whether it is live.
                    if fixes == 0 { recorder?.begin(extraNames: track.extraNames, restartsOnClockReset: track.restartsOnClockReset) }
                    // Stored before it is printed: everything printed is in the session.
                    await recorder?.record(update)
                    fixes += 1
                    if fixes % 1000 == 0 {
                        progress?.show(ReadingProgress(title: ride.title, share: 1, updates: fixes))
                    }
                }
                hasRailway = hasRailway || setup.isRequested && update.channels[.offTrain] != nil
                if isInPlane == nil, let found = update.fix?.isInPlane {
                    isInPlane = found
                    if let sentence = setup.landmarks.misplaced(inPlane: found) { console.warn(sentence) }
                }
                lines.put(update)
            }
        }
        lines.finish()
        console.endStatus()
        newest.withLock { [now = (track.tally, track.leftOut)] in $0 = now }
        isRead.resolve(true)
        // An interrupt has ended a live source or a pipe: its handler sums up.
        interrupts.blockIfExiting()
        faults.summarize(track.tally)
        Self.report(leftOut: track.leftOut, console)
        let kept = Result { try recording.finish() }
        if track.tally.fixes == 0 { throw InputFault.noFix(in: ride.title, of: ride.choice) }
        if setup.isRequested, setup.isDefault, !hasRailway { console.warn(RailwaySetup.elsewhere) }
        try file.close()
        _ = try kept.get()
    }

    private static func report(leftOut: (tracks: [String?], fixes: Int), _ console: Console) {
        guard leftOut.fixes > 0 else { return }
        console.warn(
            "\(CountText.of(leftOut.fixes, "fix", "fixes")) of \(CountText.of(leftOut.tracks.count, "further track")) ignored, since at most \(TrackerSet.most) are followed at once: "
                + "\(ListText.first(8, of: leftOut.tracks.map { $0 ?? "no id" })); --only ID chooses one")
    }
}
