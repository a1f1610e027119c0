// SPDX-License-Identifier: MIT
import CRenderWatch
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestTraits
import Testing

/// The watch itself: it detects each planted violation, and nothing without one.
@Suite(.computing) struct RenderWatchTests {
    @Test func `the process calls the counting functions`() {
        #expect(watch_is_effective())
    }

    @Test func `a region that does nothing counts nothing`() {
        var sum: Float = 0
        let counts = watched { for index in 0..<10_000 { sum += Float(index) * 0.5 } }
        #expect(sum > 0)
        expectNothing(counts)
    }

    @Test func `a planted allocation is counted`() {
        let counts = watched { Planted.allocate() }
        #expect(counts.allocations >= 1 && counts.frees >= 1)
        #expect(counts.locks == 0)
    }

    @Test(arguments: Planted.Allocation.allCases)
    func `every way to allocate is counted`(way: Planted.Allocation) {
        let counts = watched { way.run() }
        #expect(counts.allocations == 1)
        #expect(counts.frees == 1)
    }

    @Test func `a growing Swift array is counted`() {
        let counts = watched { Planted.growArray() }
        #expect(counts.allocations >= 1)
    }

    @Test(arguments: Planted.Lock.allCases)
    func `every kind of lock is counted`(kind: Planted.Lock) {
        Planted.Lock.prepare()
        let counts = watched { kind.run() }
        #expect(counts.locks == (kind == .timedWait ? 2 : 1))
        #expect(counts.allocations == 0)
    }

    @Test func `a Foundation lock is counted`() {
        let lock = NSLock()
        let counts = watched {
            lock.lock()
            lock.unlock()
        }
        #expect(counts.locks >= 1)
    }

    @Test func `a planted retain is counted`() {
        let object = Planted.Object()
        let counts = watched { Planted.retain(object) }
        #expect(counts.retains == 1)
        #expect(counts.releases == 1)
        #expect(counts.allocations == 0)
    }

    /// Whether this machine's kernel can intercept system calls.
    static let seesSystemCalls = watched {}.system_calls_watched

    @Test(.enabled(if: seesSystemCalls, "NOT RUN: this kernel does not intercept system calls"))
    func `a planted system call is counted and still answers`() {
        var file: Int32 = -1
        let path = "/proc/self/stat"
        let counts = path.withCString { path in
            watched {
                watch_plant_system_call()
                file = open(path, O_RDONLY)
            }
        }
        #expect(counts.system_calls_watched)
        #expect(file >= 0, "an intercepted call does what it does otherwise")
        close(file)
        #expect(counts.system_calls == 2)
        #expect(counts.first_system_call == watch_planted_system_call)
    }

    @Test func `a failing system call still sets errno`() {
        let (result, code) = "/no such file".withCString { path in
            var result: Int32 = 0
            var code: Int32 = 0
            _ = watched {
                result = open(path, O_RDONLY)
                code = errno
            }
            return (result, code)
        }
        #expect(result == -1 && code == ENOENT)
    }

    @Test func `what another thread does is not counted`() {
        let stop = Flag()
        let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            Planted.allocate()
            started.signal()
            while !stop.isRaised { Planted.allocate() }
            ended.signal()
        }
        started.wait()
        let counts = watched { for _ in 0..<1_000_000 where stop.isRaised { break } }
        stop.raise()
        ended.wait()
        expectNothing(counts)
    }

    @Test func `after the end nothing more is counted, and the next begin starts at nothing`() {
        _ = watched { Planted.allocate() }
        Planted.allocate()
        expectNothing(watched {})
    }
}

private final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .relaxed) }
    func raise() { raised.store(true, ordering: .relaxed) }
}
