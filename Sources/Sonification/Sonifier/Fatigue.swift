/// How the rain steps back while nothing in it changes, and comes back when something does. A listener who has got used to
/// the steady state is not tired by it, and hears the change all the better.
///
/// All times are heard seconds. A change is a parameter that has moved by an audible step, all at once or little by little,
/// or an event's sound.
public struct Fatigue: Equatable, Sendable {
    /// How far the steady layers step back, in dB.
    public var by: Double
    /// Seconds without a change before they begin to.
    public var after = 30.0
    /// Seconds in which they step back.
    public var over = 10.0
    /// Seconds in which they come back.
    public var back = 1.0

    public init(by: Double) { self.by = by }

    /// In words.
    var sentence: String {
        "While nothing changes for \(PlainNumber.say(after)) s, the rain steps back by \(PlainNumber.say(by)) dB over "
            + "\(PlainNumber.say(over)) s; a change or an event brings it back within \(PlainNumber.say(back)) s."
    }

    static let keys = ["by", "after", "over", "back"]
    static let depths = 0.0...40.0
    static let waits = 1.0...3600.0
    static let fades = 0.1...600.0
    static let returns = 0.02...60.0
}
