// SPDX-License-Identifier: MIT
import CPlatform
import Glibc

/// A POSIX thread with a name and all signals blocked. Join or detach it once.
package struct NativeThread: Sendable {
    private let thread: pthread_t

    /// How a thread is scheduled.
    package enum Scheduling {
        /// Like the thread that starts it.
        case inherited
        /// Without real-time priority, whatever the starting thread has.
        case ordinary
        /// SCHED_FIFO from its first instruction on. The system may refuse it with EPERM.
        case realtime(priority: Int32)
    }

    /// Starts `body` on a new thread; returns the errno when the system refuses one.
    /// - Parameters:
    ///   - name: at most 15 bytes.
    ///   - stackSize: bytes; nil for the system's default.
    package static func start(
        name: String, stackSize: Int? = nil, scheduling: Scheduling = .inherited, _ body: @escaping @Sendable () -> Void
    ) -> Result {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        switch scheduling {
        case .inherited: break
        case .ordinary: pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
        case .realtime(let priority):
            var parameter = sched_param(sched_priority: priority)
            pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
            pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
            let code = pthread_attr_setschedparam(&attributes, &parameter)
            guard code == 0 else { return .failure(code) }
        }
        let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
                // Signals (Ctrl-C, a resized window) are left to the threads that handle them.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                crealtime_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            return .failure(code)
        }
        return .success(NativeThread(thread: thread))
    }

    package enum Result {
        case success(NativeThread)
        /// The errno.
        case failure(Int32)
    }

    /// Waits for the end of the thread.
    package func join() { pthread_join(thread, nil) }

    /// Detaches it, instead of joining it.
    package func detach() { pthread_detach(thread) }

    /// Locks its complete stack into memory.
    package func lockStack() { crealtime_lock_stack(thread) }

    /// Requests SCHED_FIFO for the calling thread; returns 0 or the errno (EPERM is common).
    package static func makeRealtime(priority: Int32) -> Int32 {
        var parameter = sched_param(sched_priority: priority)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter)
    }

    private final class ThreadStart {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
