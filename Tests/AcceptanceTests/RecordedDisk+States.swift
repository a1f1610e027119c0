// SPDX-License-Identifier: MIT
import Foundation

/// The states that a crash can leave.
extension RecordedDisk {
    /// A file and its operations since the last sync.
    final class File {
        var synced: Data
        var pending: [Operation] = []
        init(_ content: Data) { synced = content }

        /// Content with the unsynced operations applied as far as `reach`.
        func content(_ reach: Reach) -> Data {
            var bytes = synced
            switch reach {
            case .nothing: break
            case .half: for operation in pending.prefix(pending.count / 2) { Self.apply(operation, to: &bytes) }
            case .torn:
                for (index, operation) in pending.enumerated() {
                    var operation = operation
                    // The last write was cut in the middle.
                    if index == pending.count - 1 { operation.data = operation.data.prefix(operation.data.count / 2) }
                    Self.apply(operation, to: &bytes)
                }
            case .lengthAlone:
                for var operation in pending {
                    // The disk has the length, but not the bytes.
                    let old = bytes.dropFirst(min(operation.offset, bytes.count)).prefix(operation.data.count)
                    operation.data = Data(old) + Data(count: operation.data.count - old.count)
                    Self.apply(operation, to: &bytes)
                }
            case .all: for operation in pending { Self.apply(operation, to: &bytes) }
            }
            return bytes
        }

        private static func apply(_ operation: Operation, to bytes: inout Data) {
            if operation.kind == .cut {
                if operation.offset < bytes.count {
                    bytes = Data(bytes.prefix(operation.offset))
                } else {
                    bytes.append(Data(count: operation.offset - bytes.count))
                }
                return
            }
            let end = operation.offset + operation.data.count
            if bytes.count < end { bytes.append(Data(count: end - bytes.count)) }
            bytes.replaceSubrange(operation.offset..<end, with: operation.data)
        }
    }

    enum Reach: CaseIterable { case nothing, half, torn, lengthAlone, all }

    /// One change of names; `file` is the file of the new name.
    struct NameChange {
        var kind: Operation.Kind
        var path: String
        var other: String
        var file: File?
        func apply(to names: inout [String: File]) {
            switch kind {
            case .create, .bind: names[path] = file
            case .rename:
                names[path] = nil
                names[other] = file
            case .link: names[other] = file
            case .unlink: names[path] = nil
            default: break
            }
        }
    }

    /// A folder after a crash.
    struct State {
        var names: [String: File]
        var reach: Reach
        func content(_ name: String) -> Data? { names[name]?.content(reach) }
        func contents() -> [String: Data] {
            names.filter { !$0.key.hasSuffix("-shm") }.mapValues { $0.content(reach) }
        }
    }

    /// The possible states after a power failure or a kill following the first `count` operations.
    struct Crash {
        /// Killed: every issued operation is there.
        var issued: State
        /// Power cut. Of the names, all that was synced, plus any prefix or any single one of the rest. Of the bytes, all that
        /// was synced, plus nothing, half, a torn end, the length alone or all of the rest.
        var powerCuts: [State]
        /// The worst state: only synced operations.
        var synced: State { powerCuts[0] }
    }

    func states(at count: Int) -> Crash {
        var names = before.mapValues { File($0) }
        var durable = names
        var files: [UInt64: File] = [:]
        var waiting: [NameChange] = []
        // Folders that the program created exist once the parent folder is synced.
        var newFolders: Set<String> = []
        for operation in operations.prefix(count) {
            switch operation.kind {
            case .create, .bind:
                if operation.kind == .create || names[operation.path] == nil {
                    let file = File(Data())
                    names[operation.path] = file
                    waiting.append(NameChange(kind: .create, path: operation.path, other: "", file: file))
                }
                files[operation.file] = names[operation.path]
            case .write, .cut: files[operation.file]?.pending.append(operation)
            case .sync:
                if let file = files[operation.file] {
                    file.synced = file.content(.all)
                    file.pending = []
                }
            case .rename, .link, .unlink:
                let change = NameChange(kind: operation.kind, path: operation.path, other: operation.other, file: names[operation.path])
                change.apply(to: &names)
                waiting.append(change)
            case .syncFolder:
                newFolders = newFolders.filter { Self.parent($0) != operation.path }
                var later: [NameChange] = []
                for change in waiting {
                    if Self.parent(change.path) == operation.path { change.apply(to: &durable) } else { later.append(change) }
                }
                waiting = later
            case .makeFolder: newFolders.insert(operation.path)
            case .removeFolder: newFolders.remove(operation.path)
            }
        }
        var namings = [durable]
        for index in waiting.indices {
            // Any prefix of the unsynced operations, and each one alone.
            var beginning = durable, alone = durable
            for change in waiting[...index] { change.apply(to: &beginning) }
            waiting[index].apply(to: &alone)
            namings += [beginning, alone]
        }
        namings[0] = namings[0].filter { !newFolders.contains(Self.parent($0.key)) }
        let cuts = namings.flatMap { naming in Reach.allCases.map { State(names: naming, reach: $0) } }
        return Crash(issued: State(names: names, reach: .all), powerCuts: cuts)
    }

    private static func parent(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }
}
