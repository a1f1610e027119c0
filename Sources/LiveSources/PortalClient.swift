// SPDX-License-Identifier: MIT
import CCURL
import Foundation
import Tracking

/// Polls a train's portal for its position once a second through libcurl; the positions become lines in a feed. Any thread.
final class PortalClient: LiveClient, @unchecked Sendable {
    // Sendable is sound: the polling thread, which is the opening thread until the portal has answered, owns the mutable state;
    // `waking` and the feed are thread-safe.
    private let handle: UnsafeMutableRawPointer
    private let portal: TrainPortal
    private let feed: LineQueue
    private var connection: ConnectionNotice
    private let waking = WakeupDescriptor()
    private var backOff = BackOff()
    private var received: [UInt8] = []
    /// The time of the last position; one that is repeated is not new.
    private var last: String?

    /// Milliseconds between two requests.
    private static let interval: Int32 = 1_000
    /// Milliseconds that an answer may take.
    private static let patience = 5_000
    /// Bytes of the longest accepted answer.
    private static let longest = 64 << 10

    /// Polls once, then keeps polling on a thread of its own.
    /// - Parameters:
    ///   - title: The name used in messages.
    ///   - warn: Receives that the connection is lost, and that it is back.
    /// - Throws: The portal does not answer, or its answer has no position.
    init(_ portal: TrainPortal, title: String, into feed: LineQueue, warn: @escaping @Sendable (String) -> Void) throws(InputFault) {
        guard let handle = curl_easy_init() else {
            throw InputFault(opening: title, "libcurl could not start", "try again")
        }
        self.handle = handle
        self.portal = portal
        self.feed = feed
        connection = ConnectionNotice(title, warn)
        prepare()
        if let problem = poll() {
            throw InputFault(opening: title, problem, "join the train's Wi-Fi, and accept its conditions in a browser")
        }
        Thread { [self] in loop() }.start()
    }

    deinit { curl_easy_cleanup(handle) }

    func stop() { waking.stop() }

    private func loop() {
        while !waking.sleep(milliseconds: connection.isLost ? max(Self.interval, backOff.next()) : Self.interval) {
            guard poll() == nil else {
                connection.lost()
                continue
            }
            backOff.reset()
            connection.received()
        }
    }

    /// Polls once and passes on a new position. Returns what is wrong, or nil.
    private func poll() -> String? {
        received.removeAll(keepingCapacity: true)
        let code = curl_easy_perform(handle)
        guard code == CURLE_OK else { return "the train's portal does not answer (\(String(cString: curl_easy_strerror(code))))" }
        let status = ccurl_status(handle)
        guard status == 200 else { return "the train's portal refuses with status \(status)" }
        switch portal.read(received, now: Double(TrackTime.now.nanoseconds) * 1e-9) {
        case .other: return "the train's portal answers without a position"
        case .none: break
        case .position(let line, let time):
            guard time == nil || time != last else { break }
            last = time
            feed.push(line: line.utf8)
        }
        return nil
    }

    // MARK: Callbacks of the library, on the polling thread

    private func prepare() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_text(handle, CURLOPT_URL, portal.url)
        // Some portals refuse unknown programs.
        ccurl_set_text(handle, CURLOPT_USERAGENT, "Mozilla/5.0 (X11; Linux) amaoto")
        ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, Self.patience)
        ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        ccurl_set_number(handle, CURLOPT_NOPROGRESS, 0)
        ccurl_set_pointer(handle, CURLOPT_WRITEDATA, me)
        ccurl_set_writer(handle) { bytes, size, count, pointer in
            guard let bytes, let client = PortalClient.of(pointer) else { return 0 }
            return client.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        ccurl_set_pointer(handle, CURLOPT_XFERINFODATA, me)
        ccurl_set_progress(handle) { pointer, _, _, _, _ in PortalClient.of(pointer)?.waking.sleep(milliseconds: 0) == true ? 1 : 0 }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PortalClient? {
        pointer.map { Unmanaged<PortalClient>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the number of bytes taken; less than all of them ends the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard received.count + bytes.count <= Self.longest else { return 0 }
        received.append(contentsOf: bytes)
        return bytes.count
    }
}
