// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Railways
import SoundAnalysis
import Tracking
import Transport

extension Plot {
    /// A recorded ride, as the tracker follows it.
    struct Followed: ParsableArguments, FileDeclaring {
        @OptionGroup var input: InputOptions
        @OptionGroup var railway: RideOptions
        @OptionGroup var messages: MessageOptions

        func validate() throws {
            if input.input == nil { throw ValidationError("Give a track.") }
            try input.validateOneInput("plot")
        }

        func declareFiles(in claims: inout OutputClaims) {
            input.declareFiles(in: &claims)
            railway.declareFiles(in: &claims)
        }

        func follow() throws -> (name: String, setup: RailwaySetup, results: RideResults) {
            // The child process that converts the ride ends with the program.
            let interrupts = Interrupts()
            defer { interrupts.blockIfExiting() }
            let console = messages.console
            if let live = try input.live(console) { throw RideSetup.noEnd(of: live) }
            let setup = try RailwaySetup(railway, console)
            let ride = try input.ride(nil, rereads: true, together: true, tracker: setup.tracker)
            let faults = FaultReporter(console: console, reportsAll: input.verbose)
            let progress = ProgressLine(console)
            defer { console.endStatus() }
            let results = try RideResults(
                ride, landmarks: setup.landmarks, announcer: setup.announcer, isStrict: input.strict, progress: { progress.show($0) },
                onFault: faults.report)
            faults.summarize(results.tally)
            guard !results.times.isEmpty else { throw InputFault.noFix(in: ride.title, of: ride.choice) }
            return (URL(fileURLWithPath: ride.title).lastPathComponent, setup, results)
        }
    }

    struct TrackOfRide: ParsableCommand, SourcePlot {
        static let configuration = CommandConfiguration(
            commandName: "track",
            abstract: "Plot the tracker's results over time: speed, line, phase, confidence and events.")

        @OptionGroup var source: Followed
        @OptionGroup var target: Target

        func svg() throws -> String {
            let (name, setup, results) = try source.follow()
            let names = setup.announcer.names
            var panels: [TimelinePlot.Panel] = [
                .curves(
                    label: "Speed (km/h)",
                    curves: [.init(label: "speed", times: results.times, values: results.speeds, colour: .blue, filled: true)],
                    includesZero: true, limit: TimelinePlot.usualLimit(results.speeds))
            ]
            if !results.lines.isEmpty {
                panels.append(
                    .bands(
                        label: "Line",
                        spans: results.spans(results.lines) { id in
                            (names.line(id), PlotInk(names.railway(id)?.color ?? ""))
                        }))
                panels.append(
                    .bands(label: "Phase", spans: results.spans(results.phases) { ($0, Self.phases[$0] ?? nil) }.map(Self.raised)))
            }
            panels.append(.bands(label: "Activity", spans: results.spans(results.activities) { ($0, Self.activities[$0] ?? nil) }))
            if !results.gaps.isEmpty { panels.append(.bands(label: "Estimated", spans: results.spans(results.gaps) { ($0, nil) })) }
            panels += Self.landmarks(results)
            let others = results.events.filter { $0.event.kind != .arrived }
            if !others.isEmpty {
                panels.append(.bands(label: "Events", spans: Self.instants(others)))
            }
            if results.confidences.contains(where: \.isFinite) {
                panels.append(
                    .curves(
                        label: "Confidence",
                        curves: [
                            .init(label: "confidence in the line", times: results.times, values: results.confidences, colour: .orange)
                        ],
                        includesZero: true))
            }
            let lines = results.namedLines.map { names.line($0) }
            var plot = TimelinePlot(
                title: "\(name) as the tracker follows it",
                subtitle: lines.isEmpty ? "no railway line" : lines.prefix(4).joined(separator: ", "), panels: panels)
            plot.timeLabel = "Time since the first fix"
            plot.marks = results.events.filter { $0.event.kind == .arrived }.map { mark in
                .init(time: mark.time, label: mark.event.subject.map { names.stationName($0) } ?? "a station")
            }
            return plot.svg
        }

        private static let inks = [PlotColour.blue, .orange, .teal, .violet]

        /// The events as instants, each kind in its colour.
        private static func instants(_ events: [RideResults.EventMark]) -> [TimelinePlot.Span] {
            let kinds = events.map(\.event.name).uniqued()
            return events.map { mark in
                let name = mark.event.name
                return .init(start: mark.time, end: mark.time, label: name, ink: .kind(kinds.firstIndex(of: name) ?? 0))
            }
        }

        /// Distances to the points, and the times in each region.
        private static func landmarks(_ results: RideResults) -> [TimelinePlot.Panel] {
            var panels: [TimelinePlot.Panel] = []
            let curves = zip(results.distances.filter { $0.values.contains(where: \.isFinite) }, inks).map { point, ink in
                TimelinePlot.Curve(label: point.name, times: results.times, values: point.values, colour: ink)
            }
            if !curves.isEmpty { panels.append(.curves(label: "Distance (km)", curves: curves, includesZero: true)) }
            for region in results.regions.prefix(mostRegions) where !region.stretches.isEmpty {
                panels.append(.bands(label: "In \(region.name)", spans: results.spans(region.stretches) { _ in ("", nil) }))
            }
            return panels
        }
        private static let mostRegions = 8

        private static let phases = ["upcoming": PlotInk("#5b6b7a"), "approaching": PlotInk("#e0a030"), "visiting": PlotInk("#2f7d4f")]
        private static let heights = ["upcoming": 0.4, "approaching": 0.7]

        /// Returns the span with a height that grows as the station gets nearer.
        private static func raised(_ span: TimelinePlot.Span) -> TimelinePlot.Span {
            var span = span
            span.height = heights[span.label] ?? 1
            return span
        }

        private static let activities = [
            "train": PlotInk("#2f6fa5"), "walking": PlotInk("#4f8a3a"), "automotive": PlotInk("#8a5a2f"), "cycling": PlotInk("#7d55b5"),
            "stationary": PlotInk("#7d8894"), "unknown": PlotInk("#b6bcc2"),
        ]
    }

    struct MapOfRide: ParsableCommand, SourcePlot {
        static let configuration = CommandConfiguration(
            commandName: "map", abstract: "Plot a ride on a map, with the railways around it and the lines that it was matched to.")

        @OptionGroup var source: Followed
        @OptionGroup var target: Target

        func svg() throws -> String {
            let (name, setup, results) = try source.follow()
            guard results.positions.contains(where: { $0 != nil }) else {
                throw InputFault(
                    kind: .noFix, source: name, line: 0, message: "it has no positions to draw", remedy: "plot track draws its speed")
            }
            let names = setup.announcer.names
            let lines = results.namedLines
            var ways = setup.map.railways.filter { !lines.contains($0.id) }.map { railway in
                Self.way(railway, label: "other railways", style: .background, ink: nil)
            }
            // The line ridden longest is drawn last, over the others.
            for line in lines.prefix(6).reversed() {
                guard let railway = names.railway(line) else { continue }
                ways.append(Self.way(railway, label: names.line(line), style: .main, ink: PlotInk(railway.color)))
            }
            for region in setup.landmarks.regions {
                let pieces = region.borders.map { border in
                    border.map { MapPlot.Point?(.init(latitude: $0.latitude, longitude: $0.longitude)) }
                }
                ways.append(.init(label: "regions", points: Array(pieces.joined(separator: [nil])), style: .main))
            }
            ways.append(.init(label: "the fixes", points: results.positions, style: .recorded))
            let subjects = results.events.compactMap(\.event.subject)
            let stations = subjects + results.stations + lines.flatMap { names.railway($0)?.stations.map(\.id) ?? [] }
            var seen: Set<String> = []
            let points = setup.landmarks.points.compactMap { point -> MapPlot.Place? in
                guard case .at(let latitude, let longitude) = point.place, latitude.magnitude <= 90, longitude.magnitude <= 180 else {
                    return nil
                }
                return .init(label: point.name, point: .init(latitude: latitude, longitude: longitude))
            }
            let places =
                points
                + stations.compactMap { id -> MapPlot.Place? in
                    guard let station = names.station(id), let position = station.position else { return nil }
                    let label = names.stationName(id)
                    guard seen.insert(label).inserted else { return nil }
                    return .init(label: label, point: .init(latitude: position.latitude, longitude: position.longitude))
                }
            let happened = results.events.prefix(60).map(\.sentence).joined(separator: "; ")
            let words = lines.isEmpty ? "no railway line" : lines.map { names.line($0) }.joined(separator: ", ")
            let plot = MapPlot(
                title: "\(name) on the map", subtitle: lines.isEmpty ? "no railway line" : "found on: \(words)",
                summary: "A map of the ride \(name), north up, with the railways around it. Found on: \(words)."
                    + (happened.isEmpty ? "" : " \(happened)."),
                ways: ways, places: places)
            return plot.svg
        }

        private static func way(_ railway: Railway, label: String, style: MapPlot.Way.Style, ink: PlotInk?) -> MapPlot.Way {
            let pieces = railway.segments.map { segment in
                segment.points.map { MapPlot.Point?(.init(latitude: $0.latitude, longitude: $0.longitude)) }
            }
            return .init(label: label, points: Array(pieces.joined(separator: [nil])), style: style, ink: ink)
        }
    }
}
