// SPDX-License-Identifier: MIT
import Foundation
import LiveSources
import Platform
import Synchronization
import Testing
import Tracking

/// The fixes that a live source has delivered so far, read on a separate thread, and its reports.
final class Taken: Sendable {
    private let items = Mutex<[ReaderItem]>([])
    private let notices: Notices
    private let end = OneShot<InputFault?>()
    private let opened = OneShot<Bool>()
    let source: LiveSource

    /// - Parameter reading: awaited before it reads on, once the source is open; nil reads at once.
    convenience init(
        _ address: String, _ settings: LiveSource.Settings = .init(), isDevice: Bool = false, reading: OneShot<Bool>? = nil
    ) throws {
        self.init(try #require(try LiveAddress.read(address) { _ in isDevice }), settings, reading: reading)
    }

    init(_ address: LiveAddress, _ settings: LiveSource.Settings = .init(), reading: OneShot<Bool>? = nil) {
        let notices = Notices()
        self.notices = notices
        let say: @Sendable (String) -> Void = { text in notices.texts.withLock { $0.append(text) } }
        source = LiveSource(address, settings, notice: say, warn: say)
        Thread { [self] in
            do throws(InputFault) {
                var reader = try source.open()
                opened.resolve(true)
                _ = reading?.wait()
                while let item = try reader.next() { items.withLock { $0.append(item) } }
                end.resolve(nil)
            } catch {
                end.resolve(error)
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
    func hasSaid(_ words: String) -> Bool { said.contains { $0.contains(words) } }

    /// Stops the source, which must end without an error.
    func stop(within seconds: Double = 10, sourceLocation: SourceLocation = #_sourceLocation) async {
        source.stop()
        #expect(await ended(within: seconds) == .some(nil), sourceLocation: sourceLocation)
    }

    /// The error of opening or reading it.
    func failure(within seconds: Double = 10) async throws -> InputFault {
        let end = try #require(await ended(within: seconds), "it goes on")
        return try #require(end, "it ended well")
    }

    /// Nil while it runs; then the error that ended it, or an inner nil for a normal end.
    func ended(within seconds: Double) async -> InputFault?? {
        for _ in 0..<Int(seconds * 100) where end.now == nil { try? await Task.sleep(nanoseconds: 10_000_000) }
        return end.now
    }
    var hasEnded: Bool { end.now != nil }
    /// Its first bytes have arrived, and its format has been detected from them.
    var isOpen: Bool { opened.now != nil }
}

private final class Notices: Sendable {
    let texts = Mutex<[String]>([])
}
