import ArgumentParser
import Foundation
import Tracking
import Transport

struct Track: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what the tracker finds, one JSON line per fix.",
        discussion: """
            EXAMPLES
              amaoto track ride.gpx
              amaoto track ride.csv --ticks -o ride.jsonl
              tail -f log.jsonl | amaoto track - | jq .speed
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup var talk: TalkOptions

    @Flag(help: "Also print the estimates in gaps, ten a second of track time.")
    var ticks = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Where to; - is standard output.", valueName: "file"))
    var output = "-"

    func validate() throws {
        if input.input == nil { throw ValidationError("Give a track, or - for standard input.") }
    }

    func run() throws {
        guard let path = input.input else { return }
        let console = talk.console
        let interrupts = Interrupts()
        let ride = try RideInput(
            path, format: input.format, assumedSpeed: input.assumeSpeed?.metresPerSecond, rereads: false)
        var track = TickingTrack(try ride.open())
        let faults = FaultTeller(console: console)
        let file = try LineFile(output)
        var fixes = 0
        var bytes: [UInt8] = []
        while !interrupts.arrived, !file.readerIsGone, let item = try track.next() {
            switch item {
            case .fault(let fault):
                if input.strict { throw fault }
                faults.tell(fault)
            case .update(let update):
                if !update.estimated { fixes += 1 }
                guard ticks || !update.estimated else { continue }
                bytes.removeAll(keepingCapacity: true)
                TrackLine.write(update, to: &bytes)
                file.write(Data(bytes))
            }
        }
        try file.close()
        faults.sum(up: track.tally)
        if let code = interrupts.exitCode { throw ExitCode(code) }
        if fixes == 0 {
            throw Failure("\(ride.title): there is no usable fix in it", exitCode: ExitStatus.input)
        }
    }
}
