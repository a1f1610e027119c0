/// On what terms a gate lets somebody in.
public struct GateTerms: Sendable {
    /// What a request may bring.
    public var bounds = GateMeter.Bounds()
    /// Connections at once.
    public var mostConnections = 64
    /// Seconds in which a request that is due must be whole.
    public var patience = 15.0
    /// True where a connection may say nothing for ever once its first request is whole; else it may for as long as the
    /// patience, and whoever is told something lasting is told more within it.
    public var mayLast = false

    public init() {}
}
