import RainSynthesis

/// What an event sounds like, and how it gets on with other events.
public struct EventRule: Equatable, Sendable {
    /// The notes of one event.
    public struct Play: Equatable, Sendable {
        public var voice: StrikeVoice
        /// One to eight.
        public var notes: [Note]
        /// Seconds of heard time from one note to the next, 0.05 ... 2.
        public var gap: Double = 0.15
        /// Peak of each note in dB of full scale, -60 ... 0.
        public var level: Double = -12
        /// -1 left ... 1 right.
        public var pan: Double = 0
    }

    /// Seconds that an event waits which does not say otherwise: longer than that, and the ear ties it to something else.
    public static let usualPatience = 1.0

    /// How far the rain steps back while the event sounds.
    public struct Duck: Equatable, Sendable {
        /// dB, 0 ... 40.
        public var by: Double
        /// Seconds until it is back, 0.05 ... 10.
        public var release: Double = 0.6
    }

    public var trigger: EventTrigger
    public var play: Play
    /// The higher one sounds first, 0 ... 100.
    public var priority: Int = 5
    /// Seconds of heard time after an event in which the same one is not struck again.
    public var cooldown: Double = 0
    /// Seconds of heard time that it may wait for others to end, 0 ... 60; after that it is not struck at all.
    public var patience: Double = EventRule.usualPatience
    public var duck: Duck?
    public var say: String?
    /// Where `on` stands.
    public var place: SourcePlace
}
