// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// One open page.
final class Page: Sendable {
    let number: Int
    let outbox = PageOutbox()
    /// True while the page is listening to the sound.
    let isListening = Atomic<Bool>(false)

    init(number: Int) { self.number = number }
}

/// All open pages. Any thread; never waits.
final class PageHub: Sendable {
    /// The maximum number of open pages.
    static let mostPages = 16

    private struct State {
        var pages: [Page] = []
        var opened = 0
    }

    private let state = Mutex(State())
    private let onOpen: @Sendable (Page) -> Void
    private let onMessage: @Sendable (Data, Page) -> Void

    /// - Parameters:
    ///   - onOpen: called for a new page, which then receives all messages.
    ///   - onMessage: called for every complete message, on the page's own thread.
    init(onOpen: @escaping @Sendable (Page) -> Void, onMessage: @escaping @Sendable (Data, Page) -> Void) {
        self.onOpen = onOpen
        self.onMessage = onMessage
    }

    /// The number of open pages.
    var count: Int { state.withLock { $0.pages.count } }

    /// Opens a page; nil when there are too many.
    func open() -> Page? {
        let page: Page? = state.withLock { state in
            guard state.pages.count < Self.mostPages else { return nil }
            state.opened += 1
            let page = Page(number: state.opened)
            state.pages.append(page)
            return page
        }
        if let page { onOpen(page) }
        return page
    }

    func close(_ page: Page) {
        page.outbox.end()
        state.withLock { state in state.pages.removeAll { $0 === page } }
    }

    func receive(_ message: Data, from page: Page) { onMessage(message, page) }

    /// Sends every page the newest message of its kind.
    func send(_ text: Data, in slot: PageOutbox.Slot) {
        for page in pages { page.outbox.put(text, in: slot) }
    }

    /// Sends sound to the pages that listen.
    func send(_ block: SoundBlock) {
        for page in pages where page.isListening.load(ordering: .relaxed) { page.outbox.put(block) }
    }

    /// True while a page is listening to the sound.
    var hasListeners: Bool { pages.contains { $0.isListening.load(ordering: .relaxed) } }

    private var pages: [Page] { state.withLock { $0.pages } }
}
