// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Tables that engines share", .computing)
struct RateTablesTests {
    private struct Table: ~Copyable {
        let rate: Int
    }

    @Test("are made once for a rate, however many threads ask at once, and anew for another")
    func once() {
        let count = Mutex(0)
        let seen = Mutex<[[Int]: Int]>([:])
        let tables = RateTables<Table> { rate in
            count.withLock { $0 += 1 }
            return Table(rate: rate)
        }
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let rate = EngineConfiguration.sampleRates[index % 2]
            let table = tables.table(sampleRate: rate)
            seen.withLock { $0[[table.pointee.rate, Int(bitPattern: table)], default: 0] += 1 }
        }
        #expect(count.withLock { $0 } == 2)
        let found = seen.withLock { $0 }
        #expect(found.count == 2 && found.values.allSatisfy { $0 == 32 })
        #expect(Set(found.keys.map { $0[0] }) == Set(EngineConfiguration.sampleRates.prefix(2)))
    }

    @Test("do not tie engines together: each renders as if it were alone, on whatever thread")
    func engines() throws {
        let set = SynthParameters.silent.with([.rainIntensity: 30, .rainSurface: 2, .rainFlowLevel: 0, .toneLevel: -30])
        let alone = try Self.sound(set, seed: 1)
        let fingerprints = Mutex<[UInt64?]>(Array(repeating: nil, count: 8))
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let found = try? Self.sound(set, seed: index.isMultiple(of: 2) ? 1 : UInt64(index))
            fingerprints.withLock { $0[index] = found }
        }
        let found = fingerprints.withLock { $0 }
        #expect([0, 2, 4, 6].allSatisfy { found[$0] == alone })
        #expect(Set(found.compactMap(\.self)).count == 4)
    }

    private static func sound(_ parameters: SynthParameters, seed: UInt64) throws -> UInt64 {
        var fixture = try EngineFixture(seed: seed, parameters: parameters)
        return fingerprint(fixture.render(24_000))
    }
}
