/// One thing that a machine offers for real-time sound, or does not.
public struct MachineFinding: Sendable, Equatable {
    /// What it is about; findings are told in this order.
    public enum Topic: String, Sendable, CaseIterable {
        case device, server, scheduling, memory, timer, processor
    }

    public enum Verdict: String, Sendable, CaseIterable {
        /// As good as one could wish.
        case good
        /// Nice to know, and no fault.
        case note
        /// It plays, but a busy machine may be heard.
        case weak
        /// Without it nothing plays.
        case missing
    }

    public var topic: Topic
    public var verdict: Verdict
    /// What was found, one sentence.
    public var says: String
    /// What to do about it; empty for what is good.
    public var remedy: String

    public init(_ topic: Topic, _ verdict: Verdict, _ says: String, remedy: String = "") {
        self.topic = topic
        self.verdict = verdict
        self.says = says
        self.remedy = remedy
    }
}
