// SPDX-License-Identifier: MIT
import Synchronization

/// Shared tables of one kind, one for each of the engine's sample rates, made when an engine first needs it.
///
/// Control side: a request takes a lock and waits while another thread makes a table. There are at most as many tables
/// as `EngineConfiguration.sampleRates`.
struct RateTables<Table: ~Copyable>: ~Copyable, Sendable {
    private let make: @Sendable (_ sampleRate: Int) -> Table
    private let made = Mutex<[Int: SharedTable<Table>]>([:])

    init(_ make: @escaping @Sendable (_ sampleRate: Int) -> Table) { self.make = make }

    /// The table of a rate in Hz, which must be one of the engine's.
    func table(sampleRate: Int) -> UnsafePointer<Table> {
        precondition(EngineConfiguration.sampleRates.contains(sampleRate), "the engine has checked its rate before")
        return made.withLock { made in
            if let known = made[sampleRate] { return known }
            let table = SharedTable(make(sampleRate))
            made[sampleRate] = table
            return table
        }.pointer
    }
}
