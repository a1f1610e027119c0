// SPDX-License-Identifier: MIT
/// An event that a tracker reports at a fix or tick.
public struct TrackEvent: Equatable, Sendable {
    /// What happened. The raw value is the name in presets, logs and messages.
    public enum Kind: String, CaseIterable, Sendable {
        case fixLost = "fix lost"
        case fixBack = "fix back"
        case fixDoubtful = "fix doubtful"
        case entered
        case left
        case departed
        case approaching
        case arrived
        case passed
        case lineChanged = "line changed"
        case directionChanged = "direction changed"
        case stoppedBetweenStations = "stopped between stations"
        case offTrain = "off train"
        case onTrain = "on train"
        case destinationNext = "destination next"
        case destinationSoon = "destination soon"
        case destinationReached = "destination reached"
        case destinationPassed = "destination passed"
        case wrongWay = "wrong way"
        case wrongLine = "wrong line"

        /// What a tracker needs in order to report the event.
        public enum Need: Sendable {
            case fixes
            /// A region of `--region`, whose name follows that of the event.
            case region
            case railway
        }

        public var need: Need { row.need }
        /// When the event happens: one sentence.
        public var help: String { row.help }

        private var row: (need: Need, help: String) {
            switch self {
            case .fixLost: (.fixes, "No fix has come for longer than the source's own pace.")
            case .fixBack: (.fixes, "The first fix after a lost one.")
            case .fixDoubtful: (.fixes, "A position too far away to have been reached; the next fix shows whether it is right.")
            case .entered: (.region, "The position came into a region of `--region`.")
            case .left: (.region, "The position left a region of `--region`.")
            case .departed: (.railway, "The train left a station.")
            case .approaching: (.railway, "The next station is near.")
            case .arrived: (.railway, "The train stands at a station.")
            case .passed: (.railway, "The train ran through a station.")
            case .lineChanged: (.railway, "The train went on over another line.")
            case .directionChanged: (.railway, "The train runs the other way.")
            case .stoppedBetweenStations: (.railway, "The train stands outside a station.")
            case .offTrain: (.railway, "The rider left the train.")
            case .onTrain: (.railway, "The rider is on a train; again when another line turns out to be the right one.")
            case .destinationNext: (.railway, "The destination is the next station, more than two minutes away.")
            case .destinationSoon: (.railway, "The destination is the next station, within two minutes.")
            case .destinationReached: (.railway, "The train is at the destination.")
            case .destinationPassed: (.railway, "The train went on from the destination, or ran through it.")
            case .wrongWay: (.railway, "The train runs away from the destination.")
            case .wrongLine: (.railway, "The train's line does not stop at the destination.")
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
