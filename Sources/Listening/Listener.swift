// SPDX-License-Identifier: MIT
/// A machine listener: learns from sounds what facts sound like, and reads them out of other sounds.
///
/// It takes features from windows of two seconds. Numbers are read by ridge regression and a curve, classes by discriminants,
/// events by matched filters. It knows nothing of how the sounds were made.
public struct Listener: Sendable {
    let condition: HearingCondition
    /// Whether it has learnt with both ears.
    private let isStereo: Bool
    private let scale: FeatureScale
    private var numbers: [String: RidgeRegression] = [:]
    private var classes: [String: DiscriminantAnalysis] = [:]
    /// Distinguishes moving from standing by the speed that was read.
    private var motion: ThresholdPosterior?
    private let notes: NoteMatcher?

    /// The length of a reading window in seconds, and the time from one to the next.
    static let window = 2.0
    static let hop = 0.5
    /// How far the sound lags behind the facts, in seconds: the usual smoothing of mappings.
    static let lag = 0.2
    /// The classes of a speed, and what counts as moving, in m/s.
    static let motion = "speed: moving"
    static let motionNames = ["moving", "stopped"]
    private static let leastMotion = 0.5

    /// Learns every fact that the lessons hold; with both ears if the condition and all of the lessons are stereo. Lessons for
    /// sounds of one channel should be mono too: the ears' mean power is up to 3 dB above that of the mean of the channels.
    public init(_ lessons: [Lesson], in condition: HearingCondition) {
        self.init(lessons, in: condition, notes: NoteMatcher(lessons))
    }

    /// - Parameter notes: the matched filters of the lessons' events, which are the same in every condition.
    init(_ lessons: [Lesson], in condition: HearingCondition, notes: NoteMatcher?) {
        self.condition = condition
        self.notes = notes
        let isStereo = condition.isStereo && lessons.allSatisfy(\.hearing.isStereo)
        self.isStereo = isStereo
        let truths = lessons.map(\.truth)
        var rows: [[Double]] = [], spans: [(lesson: Int, start: Double, end: Double)] = [], blocks: [Int] = []
        var between = 0..<0
        for (index, lesson) in lessons.enumerated() {
            let features = WindowFeatures(lesson.hearing, in: condition, isStereo: isStereo)
            between = features.betweenEars
            // A key is short, so its windows overlap more than those of a long ride.
            let isShort = lesson.hearing.duration < 300
            for length in isShort ? [1, Self.window] : [Self.window] {
                for start in stride(from: Self.lag, to: lesson.hearing.duration - length, by: isShort ? 0.25 : Self.hop) {
                    guard let row = features.features(from: start, to: start + length) else { continue }
                    rows.append(row)
                    spans.append((index, start - Self.lag, start + length - Self.lag))
                    // The same place of a key in two seeds is one block.
                    blocks.append(Int(start / 5))
                }
            }
        }
        let table = FeatureTable(rows, blocks: blocks)
        scale = table.scale
        func learn<Value>(_ target: (FactTimeline, Double, Double) -> Value?) -> (rows: [[Double]], values: [Value], folds: [Int]) {
            var chosen: ([[Double]], [Value], [Int]) = ([], [], [])
            for (place, span) in spans.enumerated() {
                guard let value = target(truths[span.lesson], span.start, span.end) else { continue }
                chosen.0.append(table.rows[place])
                chosen.1.append(value)
                chosen.2.append(table.folds[place])
            }
            return chosen
        }
        for name in Set(truths.flatMap(\.names)).sorted() {
            switch FactKind(name, in: truths) {
            case .number:
                let taught = learn { Self.readable($0, name, $1, $2) ? $0.mean(name, from: $1, to: $2) : nil }
                // A number is seldom mapped to position, but few lessons may suggest it by chance.
                let regression = RidgeRegression(taught.rows, taught.values, folds: taught.folds, doubtful: between)
                numbers[name] = regression
                guard name == "speed", let regression else { continue }
                motion = ThresholdPosterior(threshold: Self.leastMotion, range: regression.range, error: regression.error)
            case .classes:
                let taught = learn { Self.readable($0, name, $1, $2) ? $0.constant(name, from: $1, to: $2) : nil }
                classes[name] = DiscriminantAnalysis(taught.rows, taught.values, folds: taught.folds, doubtful: between)
            }
        }
    }

    /// The names of the facts that it can read.
    var facts: [String] { (Array(numbers.keys) + Array(classes.keys)).sorted() }
    func isNumber(_ fact: String) -> Bool { numbers[fact] != nil }
    func classNames(_ fact: String) -> [String] { classes[fact]?.classes ?? [] }

    /// Whether a fact is known in a span: while the fix is lost, only `lost` itself is.
    static func readable(_ truth: FactTimeline, _ name: String, _ start: Double, _ end: Double) -> Bool {
        name == "lost" || (truth.mean("lost", from: start, to: end) ?? 0) == 0
    }

    /// Whether the speed stands or moves during a whole span; nil if neither.
    static func motion(_ truth: FactTimeline, _ start: Double, _ end: Double) -> String? {
        truth.constant("speed", from: start, to: end) { motionNames[($0.number ?? 0) >= leastMotion ? 0 : 1] }
    }

    /// Reads every fact in windows of two seconds, and every event.
    func read(_ hearing: Hearing) -> Reading { read(hearing, events: notes?.matches(in: hearing) ?? []) }

    /// - Parameter events: those that the matched filters recognised.
    func read(_ hearing: Hearing, events: [FactTimeline.Event]) -> Reading {
        let features = WindowFeatures(hearing, in: condition, isStereo: isStereo)
        var reading = Reading(duration: hearing.duration)
        for start in stride(from: 0, through: max(0, hearing.duration - Self.window), by: Self.hop) {
            guard let row = features.features(from: start, to: start + Self.window).map(scale.apply) else { continue }
            reading.starts.append(start)
            for (name, regression) in numbers { reading.numbers[name, default: []].append(regression.value(row)) }
            for (name, analysis) in classes { reading.classes[name, default: []].append(analysis.logPosterior(row)) }
            if let motion, let speed = reading.numbers["speed"]?.last {
                reading.classes[Self.motion, default: []].append(motion.logPosterior(speed))
            }
        }
        for (name, analysis) in classes { reading.names[name] = analysis.classes }
        if motion != nil { reading.names[Self.motion] = Self.motionNames }
        reading.events = events
        return reading
    }
}

/// What a listener has read, window by window.
struct Reading: Sendable {
    /// Seconds of sound.
    var duration: Double
    /// The beginning of each window in seconds.
    var starts: [Double] = []
    var numbers: [String: [Double]] = [:]
    /// The logarithms of the posterior probabilities of a fact's classes in each window.
    var classes: [String: [[Double]]] = [:]
    /// The names of those classes.
    var names: [String: [String]] = [:]
    var events: [FactTimeline.Event] = []

    /// The most probable class over windows `place - before ... place + after`.
    func name(_ fact: String, at place: Int, before: Int, after: Int) -> String? {
        guard let posteriors = classes[fact], let names = names[fact], posteriors.indices.contains(place) else { return nil }
        var sums = [Double](repeating: 0, count: names.count)
        for other in max(0, place - before)...min(posteriors.count - 1, place + after) {
            // Limited, so that one window cannot outweigh all others.
            for index in names.indices { sums[index] += max(posteriors[other][index], -6) }
        }
        return sums.indices.max { sums[$0] < sums[$1] }.map { names[$0] }
    }
}
