// SPDX-License-Identifier: MIT
/// One finding about a machine's support for real-time sound.
public struct MachineFinding: Sendable, Equatable {
    /// The subject; findings are reported in this order.
    public enum Topic: String, Sendable, CaseIterable {
        case device, server, scheduling, memory, timer, processor
    }

    public enum Verdict: String, Sendable, CaseIterable {
        /// No need for improvement.
        case good
        /// Information; not a fault.
        case note
        /// It plays, but load on the machine may become audible.
        case weak
        /// Nothing plays without it.
        case missing
    }

    public var topic: Topic
    public var verdict: Verdict
    /// The finding, in one sentence.
    public var says: String
    /// The remedy; empty if none is needed.
    public var remedy: String

    public init(_ topic: Topic, _ verdict: Verdict, _ says: String, remedy: String = "") {
        self.topic = topic
        self.verdict = verdict
        self.says = says
        self.remedy = remedy
    }
}
