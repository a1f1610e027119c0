import Tracking

/// Gives the fixes of a file of sessions again, each as it came in: a recording played anew.
///
/// Without a session's number it gives the newest recording from its first fix to its last, those between its sessions
/// included; so the tracker says again what it said. A recording that is written meanwhile is read as far as it has come.
public struct SessionReader: FixReader {
    public let extraNames: [String]
    private let store: SessionStore
    private let range: FixRange
    private var page: [RecordedFix] = []
    private var place = 0
    /// Nil after the last number that there can be.
    private var following: Int64?

    /// - Parameter session: as `SessionStore.sessions` numbers them.
    /// - Throws: `unreadable` or `unknownFormat`, and `noFix` for a file without sessions or without this one.
    public init(_ path: String, session: Int64? = nil) throws(InputFault) {
        do throws(SessionError) {
            store = try SessionStore(path)
            range = try store.range(session: session)
            extraNames = try store.extraNames(of: range.recording)
            following = range.first
        } catch { throw InputFault(error) }
    }

    public mutating func next() throws(InputFault) -> ReaderItem? {
        if place == page.count {
            guard let following else { return nil }
            do throws(SessionError) {
                page = try store.fixes(of: range, from: following)
            } catch {
                throw InputFault(error)
            }
            place = 0
            guard let last = page.last else { return nil }
            self.following = last.number < .max ? last.number + 1 : nil
        }
        place += 1
        return .fix(page[place - 1].fix)
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
