// SPDX-License-Identifier: MIT
import Sonification
import Tracking

/// How a fact is read: as a number, or as one of several classes.
enum FactKind {
    case number, classes

    /// The kind of a fact: that of the tracker's channel of this name; else numbers are classes if there are only two of them.
    init(_ name: String, in timelines: [FactTimeline]) {
        let values = timelines.flatMap { $0.courses[name]?.values ?? [] }.compactMap { $0 }
        let classes = Set(timelines.flatMap { $0.classes(name) })
        let isNamed = values.contains { $0.number == nil } || ChannelTable.isClass(name)
        self = isNamed || classes.count <= 2 ? .classes : .number
    }
}
