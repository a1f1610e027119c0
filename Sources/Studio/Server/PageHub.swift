// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// One open page.
final class Page: Sendable {
    let outbox = PageOutbox()
    /// True while the page is listening to the sound.
    let isListening = Atomic<Bool>(false)
}

/// All open pages. Any thread; never waits.
final class PageHub: Sendable {
    /// The maximum number of open pages.
    static let mostPages = 16

    private let openPages = Mutex<[Page]>([])
    private let onOpen: @Sendable (Page) -> Void
    let onMessage: @Sendable (Data, Page) -> Void

    /// - Parameters:
    ///   - onOpen: called for a new page, which then receives all messages.
    ///   - onMessage: called for every complete message, on the page's own thread.
    init(onOpen: @escaping @Sendable (Page) -> Void, onMessage: @escaping @Sendable (Data, Page) -> Void) {
        self.onOpen = onOpen
        self.onMessage = onMessage
    }

    /// The number of open pages.
    var count: Int { pages.count }

    /// Opens a page; nil when there are too many.
    func open() -> Page? {
        let page = Page()
        let isTaken = openPages.withLock { pages in
            guard pages.count < Self.mostPages else { return false }
            pages.append(page)
            return true
        }
        guard isTaken else { return nil }
        onOpen(page)
        return page
    }

    func close(_ page: Page) {
        page.outbox.end()
        openPages.withLock { pages in pages.removeAll { $0 === page } }
    }

    /// Sends every page the newest message of its kind.
    func send(_ message: PageMessage) { for page in pages { page.outbox.put(message) } }

    /// Sends sound to the pages that listen.
    func send(_ block: SoundBlock) {
        for page in pages where page.isListening.load(ordering: .relaxed) { page.outbox.put(block) }
    }

    /// True while a page is listening to the sound.
    var hasListeners: Bool { pages.contains { $0.isListening.load(ordering: .relaxed) } }

    private var pages: [Page] { openPages.withLock { $0 } }
}
