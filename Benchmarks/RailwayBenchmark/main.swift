// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Railways
import Tracking

// Measures how fast one core follows fixes over the railways of a map, beside the talk's algorithm: `Scripts/bench --railways`.
// With --data FOLDER it uses FOLDER/map/railway.sqlite and FOLDER/journeys (default ../shared/data, which is not in the
// repository); without them, the shipped map and simulated rides.
let arguments = CommandLine.arguments
let data = arguments.firstIndex(of: "--data").flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil } ?? "../shared/data"
let database = data + "/map/railway.sqlite"
let hasData = FileManager.default.fileExists(atPath: database)
if !hasData { print("There is no \(database): measuring the shipped map and simulated rides.") }

do {
    let shipped = try LoadingBenchmark.run("the shipped map") { try RailwayLibrary.greaterTokyo().map }
    let (map, network) = hasData ? try LoadingBenchmark.run(database) { try RailwayStore.read(database).map } : shipped
    // First, while little else is allocated.
    MemoryBenchmark.run(map)

    let rides = hasData ? try RideSet(journeys: data + "/journeys", on: map) : RideSet(made: 12, on: map)
    print("\(rides.title): \(rides.fixCount) over \(map.railways.count) railways; by the processor time of one thread")
    let railway = try FollowingFigures(rides, passes: 5) { RailwayFollower(network) }
    railway.tell("RailwayTracker")
    let maker = RideTracker.maker(map: map)
    let ride = try FollowingFigures(rides, passes: 2) { RideFollower(maker, network) }
    ride.tell("RideTracker, with motion, channels and events")
    let talkMap = TalkMapInMemory(map)
    let talk = try FollowingFigures(rides, passes: 1) { TalkTracker(talkMap) }
    talk.tell("the talk's algorithm, map in memory")
    print("RailwayTracker is \(DecimalFormat.fixed(talk.cost / railway.cost, 1)) times as fast as the talk's algorithm in memory")
    if hasData {
        let excerpts = rides.excerpts(of: 12)
        let talkDatabase = try TalkMapDatabase(path: database, map)
        let slow = try FollowingFigures(excerpts, passes: 1) { TalkTracker(talkDatabase) }
        slow.tell("the talk's algorithm, SQL at every fix (\(excerpts.fixCount) fixes, \(excerpts.title))")
        let same = try FollowingFigures(excerpts, passes: 1) { TalkTracker(talkMap) }
        let equal = zip(slow.lines, same.lines).count { $0 == $1 }
        print(
            "it names the same as in memory on \(equal) of \(excerpts.fixCount) fixes; RailwayTracker is \(DecimalFormat.fixed(slow.cost / railway.cost, 0)) times as fast"
        )
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
