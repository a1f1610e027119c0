import Foundation
import LiveSources
import Synchronization
import Testing
import Tracking

/// What a live source gave so far, read on a thread of its own, and what it said.
final class Taken: Sendable {
    private let items = Mutex<[ReaderItem]>([])
    private let notices: Notices
    private let end = OnceAnswer<InputFault?>()
    private let opened = OnceAnswer<Bool>()
    let source: LiveSource

    /// - Parameter reading: what it waits for before it reads on, once it is open; nil reads at once.
    init(_ address: String, _ settings: LiveSource.Settings = .init(), isDevice: Bool = false, reading: OnceAnswer<Bool>? = nil) throws {
        let notices = Notices()
        self.notices = notices
        let read = try #require(try LiveAddress.read(address) { _ in isDevice })
        source = LiveSource(read, settings) { text in notices.texts.withLock { $0.append(text) } }
        Thread { [self] in
            do throws(InputFault) {
                var reader = try source.open()
                opened.give(true)
                _ = reading?.wait()
                while let item = try reader.next() { items.withLock { $0.append(item) } }
                end.give(nil)
            } catch {
                end.give(error)
            }
        }.start()
    }

    var fixes: [Fix] {
        items.withLock { $0.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
    }
    var faults: [InputFault] {
        items.withLock { $0.compactMap { if case .fault(let fault) = $0 { fault } else { nil } } }
    }
    var said: [String] { notices.texts.withLock { $0 } }
    /// What it could not be opened for, or what it failed of.
    func failure(within seconds: Double = 10) async throws -> InputFault {
        let end = try #require(await ended(within: seconds), "it goes on")
        return try #require(end, "it ended well")
    }

    /// Nil while it goes on; what ended it, or nil within for a plain end.
    func ended(within seconds: Double) async -> InputFault?? {
        for _ in 0..<Int(seconds * 100) where end.now == nil { try? await Task.sleep(nanoseconds: 10_000_000) }
        return end.now
    }
    var hasEnded: Bool { end.now != nil }
    /// Its first bytes were there, and what it is was found out of them.
    var isOpen: Bool { opened.now != nil }
}

private final class Notices: Sendable {
    let texts = Mutex<[String]>([])
}
