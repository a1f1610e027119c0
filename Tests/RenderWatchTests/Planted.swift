// SPDX-License-Identifier: MIT
import CRenderWatch
import Foundation
import Glibc
import Testing

/// The counts of `body` on this thread.
func watched(_ body: () -> Void) -> watch_counts {
    var counts = watch_counts()
    watch_begin()
    body()
    watch_end(&counts)
    return counts
}

/// No violation, and everything was watched that this machine's kernel allows.
func expectNothing(_ counts: watch_counts, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(counts.system_calls_watched == RenderWatchTests.seesSystemCalls, sourceLocation: sourceLocation)
    #expect(counts.allocations == 0, sourceLocation: sourceLocation)
    #expect(counts.frees == 0, sourceLocation: sourceLocation)
    #expect(counts.locks == 0, sourceLocation: sourceLocation)
    #expect(counts.retains == 0, sourceLocation: sourceLocation)
    #expect(counts.releases == 0, sourceLocation: sourceLocation)
    #expect(counts.system_calls == 0, "the first is \(counts.first_system_call)", sourceLocation: sourceLocation)
}

/// Violations that the watch must detect. Never inlined, so that the optimiser cannot remove them.
enum Planted {
    final class Object {}

    @inline(never) static func allocate() {
        Planted.giveBack(malloc(64))
    }

    static func giveBack(_ memory: UnsafeMutableRawPointer?) {
        watch_keep(memory)
        free(memory)
    }

    @inline(never) static func growArray() {
        var array: [Int] = []
        for value in 0..<100 { array.append(value) }
        array.withUnsafeBytes { watch_keep($0.baseAddress) }
    }

    @inline(never) static func retain(_ object: Object) {
        let kept = Unmanaged.passRetained(object)
        watch_keep(kept.toOpaque())
        kept.release()
    }

    /// One allocation and one free each.
    enum Allocation: CaseIterable {
        case malloc, calloc, alignedAlloc, posixMemalign, swiftPointer, swiftAlignedPointer, swiftObject

        @inline(never) func run() {
            switch self {
            case .malloc: Planted.giveBack(Glibc.malloc(8))
            case .calloc: Planted.giveBack(Glibc.calloc(2, 8))
            case .alignedAlloc: Planted.giveBack(aligned_alloc(64, 64))
            case .posixMemalign:
                var memory: UnsafeMutableRawPointer?
                posix_memalign(&memory, 64, 64)
                Planted.giveBack(memory)
            case .swiftPointer:
                let memory = UnsafeMutablePointer<Int>.allocate(capacity: 8)
                watch_keep(memory)
                memory.deallocate()
            case .swiftAlignedPointer:
                let memory = UnsafeMutableRawPointer.allocate(byteCount: 500, alignment: 128)
                watch_keep(memory)
                memory.deallocate()
            case .swiftObject: Planted.makeObject()
            }
        }
    }

    @inline(never) static func makeObject() {
        let object = Object()
        watch_keep(Unmanaged.passUnretained(object).toOpaque())
        withExtendedLifetime(object) {}
    }

    /// One lock acquired (and released) each; a wait acquires its mutex first.
    enum Lock: CaseIterable {
        case mutex, tryMutex, readLock, writeLock, semaphore, spin, timedWait

        private final class Locks {
            let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            let readWrite = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
            let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
            let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
            let spin = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)
            init() {
                pthread_mutex_init(mutex, nil)
                pthread_rwlock_init(readWrite, nil)
                pthread_cond_init(condition, nil)
                sem_init(semaphore, 0, 1)
                pthread_spin_init(spin, 0)
            }
        }
        // Created once and kept: only the acquisition is watched.
        nonisolated(unsafe) private static let locks = Locks()

        static func prepare() { _ = locks }

        @inline(never) func run() {
            let locks = Self.locks
            switch self {
            case .mutex:
                pthread_mutex_lock(locks.mutex)
                pthread_mutex_unlock(locks.mutex)
            case .tryMutex:
                pthread_mutex_trylock(locks.mutex)
                pthread_mutex_unlock(locks.mutex)
            case .readLock:
                pthread_rwlock_rdlock(locks.readWrite)
                pthread_rwlock_unlock(locks.readWrite)
            case .writeLock:
                pthread_rwlock_wrlock(locks.readWrite)
                pthread_rwlock_unlock(locks.readWrite)
            case .semaphore:
                sem_wait(locks.semaphore)
                sem_post(locks.semaphore)
            case .spin:
                pthread_spin_lock(locks.spin)
                pthread_spin_unlock(locks.spin)
            case .timedWait:
                // In the past: it returns at once, with the mutex.
                var past = timespec(tv_sec: 1, tv_nsec: 0)
                pthread_mutex_lock(locks.mutex)
                pthread_cond_timedwait(locks.condition, locks.mutex, &past)
                pthread_mutex_unlock(locks.mutex)
            }
        }
    }
}
