// SPDX-License-Identifier: MIT
import Tracking

/// Replays the fixes of a session file exactly as they were recorded.
///
/// Without a session number it replays the newest recording from its first fix to its last, including those between its sessions,
/// so that a tracker repeats its results. A recording that is still being written is read up to its current end.
public struct SessionReader: FixReader {
    public let extraNames: [String]
    public let restartsOnClockReset: Bool
    private let store: SessionStore
    private let range: FixRange
    private var page: [RecordedFix] = []
    private var index = 0
    /// The number of the next fix.
    private var following: Int64

    /// - Parameter session: A session's number, as in `SessionStore.sessions`.
    /// - Throws: `unreadable`, `unknownFormat` or `malformed`; `noFix` if the file has no session or not this one.
    public init(_ path: String, session: Int64? = nil) throws(InputFault) {
        do throws(SessionError) {
            store = try SessionStore(path)
            range = try store.range(session: session)
            extraNames = try store.extraNames(of: range.recording)
            restartsOnClockReset = try store.restartsOnClockReset(range.recording)
            following = range.first
        } catch { throw InputFault(error) }
    }

    public mutating func next() throws(InputFault) -> ReaderItem? {
        if index == page.count {
            do throws(SessionError) {
                page = try store.fixes(of: range, from: following)
            } catch {
                throw InputFault(error)
            }
            index = 0
            guard let last = page.last else { return nil }
            following = last.number + 1
        }
        index += 1
        return .fix(page[index - 1].fix)
    }
}

extension InputFault {
    init(_ error: SessionError) {
        let kind: Kind =
            switch error.kind {
            case .foreign: .unknownFormat
            case .missing: .noFix
            case .damaged: .malformed
            default: .unreadable
            }
        self.init(kind: kind, source: error.path, line: 0, message: error.message, remedy: error.remedy)
    }
}
