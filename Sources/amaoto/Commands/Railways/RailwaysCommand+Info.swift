// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText
import Railways

extension RailwaysCommand {
    struct Info: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "List the lines, stations, gaps, oddities and credits of a railway database.",
            discussion: """
                EXAMPLES
                  amaoto railways info                 the shipped map of Greater Tokyo
                  amaoto railways info city.sqlite --stations
                  amaoto railways info --json | jq '.railways[] | select(.isLoop).id'
                """)

        @Argument(
            help: ArgumentHelp("Railway database, or the name of a region added (default: built-in Greater Tokyo map).", valueName: "db"),
            completion: .file())
        var database: String?

        @Flag(help: "Print everything as one JSON object.") var json = false

        @Flag(help: "List the stations of every line as well.") var stations = false

        @OptionGroup var names: LanguageOptions
        @OptionGroup var messages: MessageOptions

        func run() throws {
            let read = try database.map(RailwayOptions.read) ?? RailwayLibrary.greaterTokyo()
            let title = database ?? RailwayLibrary.greaterTokyoTitle
            if json {
                print(RailwayReport.json(read, title: title).indented())
            } else {
                report(read, title: title)
            }
        }

        private func report(_ read: RailwayImport, title: String) {
            let languages = names.languages
            let railways = read.map.railways
            let surveys = railways.map { RailwaySurvey($0) }
            let points = railways.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.points.count } }
            print(
                "\(title): \(read.map.counts), \(FigureText.distance(surveys.reduce(0) { $0 + $1.length })) "
                    + "of track in \(CountText.of(points, "point"))")
            let meeting = read.map.meetingLines
            if meeting.pairs > 0 {
                let share = Double(meeting.alike) / Double(meeting.pairs) * 100
                print(
                    "  \(meeting.pairs) pairs of lines meet; \(meeting.alike) of them (\(FigureText.number(share)) %) have the same colour")
            }
            for (railway, survey) in zip(railways, surveys) {
                var line = "  \(railway.id)  \(railway.name.text(languages))"
                if let code = railway.code { line += " (\(code))" }
                line +=
                    ": \(CountText.of(railway.stations.count, "station")), \(FigureText.distance(survey.length))"
                if let mode = railway.mode { line += ", \(mode.rawValue)" }
                if survey.isLoop { line += ", a loop" }
                if railway.onlyWay != nil { line += ", one way" }
                if survey.undergroundLength > 0 { line += ", \(FigureText.distance(survey.undergroundLength)) underground" }
                if let mark = railway.mark { line += ", colour \(mark.colour)" }
                if !railway.patterns.isEmpty { line += ", \(CountText.of(railway.patterns.count, "stop pattern"))" }
                if let timetable = railway.timetable { line += ", \(CountText.of(timetable.count, "departure"))" }
                print(line)
                guard stations else { continue }
                for station in railway.stations {
                    print(
                        "    \(station.code ?? "-")  \(station.name.text(languages))  \(station.id)"
                            + (station.position == nil ? "  (no coordinates)" : ""))
                }
            }
            let oddities = zip(railways, surveys).flatMap { railway, survey in survey.oddities.map { "\(railway.id): \($0)" } }
            list("Oddities", oddities)
            list("Notes of the import", read.notes)
            list("Credits", read.map.credits)
        }

        private func list(_ title: String, _ lines: [String]) {
            guard !lines.isEmpty else { return }
            print("\(title)")
            for line in lines { print("  \(line)") }
        }
    }
}
