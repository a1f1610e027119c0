// SPDX-License-Identifier: MIT
/// An event that a tracker reports at a fix or tick.
public struct TrackEvent: Equatable, Sendable {
    /// What happened. The raw value is the name in presets, logs and messages.
    public enum Kind: String, CaseIterable, Sendable {
        /// No fix has come for longer than the source's own pace.
        case fixLost = "fix lost"
        /// The first fix after a lost one.
        case fixBack = "fix back"
        /// A position too far away to have been reached; the next fix shows whether it is right.
        case fixDoubtful = "fix doubtful"
        /// The position came into a region of `--region`.
        case entered
        /// The position left a region of `--region`.
        case left
        /// The train left a station.
        case departed
        /// The next station is near.
        case approaching
        /// The train stands at a station.
        case arrived
        /// The train ran through a station.
        case passed
        /// The train went on over another line.
        case lineChanged = "line changed"
        /// The train runs the other way.
        case directionChanged = "direction changed"
        /// The train stands outside a station.
        case stoppedBetweenStations = "stopped between stations"
        /// The rider left the train.
        case offTrain = "off train"
        /// The rider is on a train; again when another line turns out to be the right one.
        case onTrain = "on train"
        /// The destination is the next station, more than two minutes away.
        case destinationNext = "destination next"
        /// The destination is the next station, within two minutes.
        case destinationSoon = "destination soon"
        /// The train is at the destination.
        case destinationReached = "destination reached"
        /// The train went on from the destination, or ran through it.
        case destinationPassed = "destination passed"
        /// The train runs away from the destination.
        case wrongWay = "wrong way"
        /// The train's line does not stop at the destination.
        case wrongLine = "wrong line"

        /// What a tracker needs in order to report the event.
        public enum Need: Sendable {
            case fixes
            /// A region of `--region`, whose name follows that of the event.
            case region
            case railway
        }

        public var need: Need {
            switch self {
            case .fixLost, .fixBack, .fixDoubtful: .fixes
            case .entered, .left: .region
            case .departed, .approaching, .arrived, .passed, .lineChanged, .directionChanged, .stoppedBetweenStations, .offTrain, .onTrain,
                .destinationNext, .destinationSoon, .destinationReached, .destinationPassed, .wrongWay, .wrongLine:
                .railway
            }
        }

        /// How much it matters to a rider, 0 ... 5: of two announcements at once the less important gives way.
        package var importance: Int {
            switch self {
            case .destinationNext, .destinationSoon, .destinationReached, .destinationPassed, .wrongWay, .wrongLine: 5
            case .arrived: 4
            case .approaching, .lineChanged, .offTrain: 3
            case .departed, .passed, .directionChanged, .onTrain: 2
            case .stoppedBetweenStations, .entered, .left: 1
            case .fixLost, .fixBack, .fixDoubtful: 0
            }
        }
    }

    public let kind: Kind
    /// The id of the event's object, if it has one: the station that was left, the new line, the region's name.
    public let subject: String?

    public init(_ kind: Kind, subject: String? = nil) {
        self.kind = kind
        self.subject = subject
    }

    /// Reads a name as presets and logs write it: `fix lost`, `entered Old Town`. Nil if no tracker reports such an event.
    /// - Parameter subject: ignored for the event of a region, which the name states.
    public init?(name: String, subject: String? = nil) {
        if let kind = Kind(rawValue: name), kind.need != .region {
            self.init(kind, subject: subject)
            return
        }
        guard let space = name.firstIndex(of: " "), let kind = Kind(rawValue: String(name[..<space])), kind.need == .region else {
            return nil
        }
        let region = name[name.index(after: space)...]
        guard !region.isEmpty else { return nil }
        self.init(kind, subject: String(region))
    }

    /// The name in presets, logs and messages.
    public var name: String { kind.need == .region ? "\(kind.rawValue) \(subject ?? "")" : kind.rawValue }
}
