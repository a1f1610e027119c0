// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import PlainText
import Railways

/// The time until a map is ready for following.
enum LoadingBenchmark {
    static func run(_ title: String, _ load: () throws -> RailwayMap) rethrows -> (map: RailwayMap, network: TrackNetwork) {
        let before = ResidentMemory.bytes
        let began = ContinuousClock.now
        let map = try load()
        let loaded = ContinuousClock.now
        let network = TrackNetwork(map)
        let laid = ContinuousClock.now
        let stations = map.railways.reduce(0) { $0 + $1.stations.count }
        let points = map.railways.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.points.count } }
        var memory = ""
        if let before, let after = ResidentMemory.bytes {
            memory = "; \(DecimalFormat.fixed(Double(max(0, after - before)) / 1_048_576, 1)) MiB"
        }
        print(
            "\(title): \(map.railways.count) railways, \(stations) stations, \(points) vertices: read in "
                + "\(milliseconds(loaded - began)) ms, laid out in \(milliseconds(laid - loaded)) ms\(memory)")
        return (map, network)
    }

    private static func milliseconds(_ duration: Duration) -> String { DecimalFormat.fixed(duration / .milliseconds(1), 0) }
}
