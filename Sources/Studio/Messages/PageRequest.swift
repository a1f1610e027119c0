// SPDX-License-Identifier: MIT
import PlainText
import Sonification
import Tracking
import Transport
import Tuning

/// A request from a page: one JSON object, `{"v": 1, "id": 7, "do": "set", …}`. All its fields are validated here.
struct PageRequest: Equatable {
    /// The protocol version of this studio.
    static let version = 1

    enum Action: Equatable {
        /// A value as typed, by its name.
        case set(name: String, text: String)
        /// A slider's position, 0 ... 1.
        case slide(name: String, place: Double, gesture: Int)
        case nudge(name: String, steps: Double, fine: Bool, gesture: Int?)
        case reset(name: String)
        /// A point of a mapping's curve, in the channel's and the parameter's units.
        case point(mapping: Int, point: Int, input: Double, output: Double, gesture: Int)
        /// `copy` makes the other version a copy of the one that is heard.
        case undo, redo, ab, copy
        case vary(amount: Double)
        case diff
        case save(name: String?)
        case openPreset(PresetChoice)
        /// Files that a page has sent, by their numbers; none for no track.
        case openTracks([Int])
        /// A channel's value in place of a track; nil for none.
        case test(channel: String, text: String?)
        /// No channel has a value any more.
        case rest
        case play(Bool)
        case freeze(Bool)
        /// A position on the track, 0 ... 1.
        case scrub(Double)
        case speed(Double)
        /// One of the preset's events, by its index.
        case strike(Int)
        /// The fields of a mapping or an event of the file.
        case form(TuningItem)
        case field(TuningItem, name: String, text: String)
        case renameChoice(mapping: Int, name: String, text: String)
        case addMapping(from: String, to: String)
        case addEvent(on: String)
        case remove(TuningItem)
        case exportable
        case export(seconds: Double)
        case cancelExport
        /// The page starts or stops listening to the sound.
        case listen(Bool)
    }

    /// A preset to open.
    enum PresetChoice: Equatable {
        case shipped(String)
        /// A file that a page has sent, by its number.
        case upload(Int)
    }

    var id: Int?
    var action: Action

    fileprivate enum Key: String {
        case v, id, `do`, name, text, place, gesture, steps, fine, mapping, point, input, output, amount, on, factor, event, seconds
        case channel, parameter, trigger, upload, uploads
    }

    /// - Throws: `PageFault` with the reason, for the page to show, when the message is not a valid request.
    init(reading message: some Sequence<UInt8>) throws(PageFault) {
        let fields = Fields(try Self.object(message))
        guard try fields.integer(.v) == Self.version else {
            throw PageFault("This page uses another version of the studio's protocol.", "Reload it.")
        }
        id = fields.has(.id) ? try fields.integer(.id) : nil
        action = try Action(verb: fields.string(.do), fields)
    }

    /// Returns the number of a request that may otherwise be invalid, so that the page can match the answer.
    static func id(of message: some Sequence<UInt8>) -> Int? { (try? object(message))?[Key.id.rawValue]?.whole() }

    private static func object(_ message: some Sequence<UInt8>) throws(PageFault) -> JSONValue {
        do throws(InputFault) {
            let value = try JSONValue(reading: Array(message), source: "")
            if case .object = value { return value }
        } catch {}
        throw PageFault("The message is not a JSON object.", "")
    }

    /// Reads the fields of a request and refuses values that no page sends.
    fileprivate struct Fields {
        private let object: JSONValue

        init(_ object: JSONValue) { self.object = object }

        func has(_ key: Key) -> Bool { object[key.rawValue].map { $0 != .null } ?? false }

        private func read<Value>(_ key: Key, _ convert: (JSONValue) -> Value?) throws(PageFault) -> Value {
            guard let value = object[key.rawValue] else { throw PageFault("The request has no \(key.rawValue).", "") }
            guard let read = convert(value) else { throw PageFault("\(key.rawValue) has the wrong type.", "") }
            return read
        }

        func integer(_ key: Key) throws(PageFault) -> Int { try read(key) { $0.whole() } }
        func string(_ key: Key) throws(PageFault) -> String { try read(key, \.text) }

        func number(_ key: Key, in range: ClosedRange<Double>) throws(PageFault) -> Double {
            let value = try read(key, \.double)
            guard value.isFinite, range.contains(value) else {
                throw PageFault("\(key.rawValue) is not between \(range.lowerBound) and \(range.upperBound).", "")
            }
            return value
        }

        func text(_ key: Key, longest: Int = 400) throws(PageFault) -> String {
            let value = try string(key)
            guard value.utf8.count <= longest, !value.unicodeScalars.contains(where: \.isControl) else {
                throw PageFault("\(key.rawValue) must be one line of at most \(longest) bytes.", "")
            }
            return value
        }

        func whole(_ key: Key, in range: ClosedRange<Int> = 0...9999) throws(PageFault) -> Int {
            let value = try integer(key)
            guard range.contains(value) else { throw PageFault("\(key.rawValue) is out of range.", "") }
            return value
        }

        func wholes(_ key: Key) throws(PageFault) -> [Int] {
            let items = try read(key, \.array), numbers = items.compactMap { (item: JSONValue) -> Int? in item.whole() }
            guard numbers.count == items.count, numbers.count <= TrackerSet.most else {
                throw PageFault("\(key.rawValue) is out of range.", "")
            }
            return numbers
        }

        func flag(_ key: Key) throws(PageFault) -> Bool { try read(key, \.bool) }

        /// A mapping or an event, whichever is there.
        func item() throws(PageFault) -> TuningItem { has(.mapping) ? .mapping(try whole(.mapping)) : .event(try whole(.event)) }

        func gesture() throws(PageFault) -> Int { try whole(.gesture, in: 0...Int(Int32.max)) }
    }
}

extension PageRequest.Action {
    private static let any = -1e12...1e12

    fileprivate init(verb: String, _ fields: PageRequest.Fields) throws(PageFault) {
        switch verb {
        case "set": self = try .set(name: fields.text(.name), text: fields.text(.text, longest: 4000))
        case "slide": self = try .slide(name: fields.text(.name), place: fields.number(.place, in: 0...1), gesture: fields.gesture())
        case "nudge":
            let gesture = fields.has(.gesture) ? try fields.gesture() : nil
            let fine = fields.has(.fine) ? try fields.flag(.fine) : false
            self = try .nudge(name: fields.text(.name), steps: fields.number(.steps, in: -100...100), fine: fine, gesture: gesture)
        case "reset": self = try .reset(name: fields.text(.name))
        case "point":
            self = try .point(
                mapping: fields.whole(.mapping), point: fields.whole(.point), input: fields.number(.input, in: Self.any),
                output: fields.number(.output, in: Self.any), gesture: fields.gesture())
        case "undo": self = .undo
        case "redo": self = .redo
        case "ab": self = .ab
        case "copy": self = .copy
        case "vary": self = try .vary(amount: fields.number(.amount, in: 0...2))
        case "diff": self = .diff
        case "save": self = try .save(name: fields.has(.name) ? fields.text(.name, longest: 80) : nil)
        case "openPreset": self = try .openPreset(fields.has(.upload) ? .upload(fields.whole(.upload)) : .shipped(fields.text(.name)))
        case "openTracks": self = try .openTracks(fields.wholes(.uploads))
        case "test": self = try .test(channel: fields.text(.channel), text: fields.has(.text) ? fields.text(.text) : nil)
        case "rest": self = .rest
        case "play": self = try .play(fields.flag(.on))
        case "freeze": self = try .freeze(fields.flag(.on))
        case "scrub": self = try .scrub(fields.number(.place, in: 0...1))
        case "speed": self = try .speed(fields.number(.factor, in: PlaybackCommand.speeds))
        case "strike": self = try .strike(fields.whole(.event))
        case "form": self = try .form(fields.item())
        case "field": self = try .field(fields.item(), name: fields.text(.name), text: fields.text(.text, longest: 4000))
        case "renameChoice":
            self = try .renameChoice(mapping: fields.whole(.mapping), name: fields.text(.name), text: fields.text(.text))
        case "addMapping": self = try .addMapping(from: fields.text(.channel), to: fields.text(.parameter))
        case "addEvent": self = try .addEvent(on: fields.text(.trigger))
        case "remove": self = try .remove(fields.item())
        case "exportable": self = .exportable
        case "export": self = try .export(seconds: fields.number(.seconds, in: 0.5...36_000))
        case "cancelExport": self = .cancelExport
        case "listen": self = try .listen(fields.flag(.on))
        default: throw PageFault("The studio cannot do \(verb.prefix(40).debugDescription).", "Reload the page.")
        }
    }
}

/// Why a request was refused, for the page to show.
struct PageFault: Error, Equatable, Encodable {
    var message: String
    var remedy: String

    init(_ message: String, _ remedy: String) {
        self.message = message
        self.remedy = remedy
    }

    init(_ error: PresetEditError) { self.init("\(error.place): \(error.message).", Self.sentence(error.remedy)) }

    /// The first error of a preset that is not valid.
    init(_ error: PresetError) {
        self.init(error.first.map { "\($0.place): \($0.message)." } ?? "\(error)", Self.sentence(error.first?.remedy ?? ""))
    }

    /// A fault without its place, for the page to show beside the field.
    init(atField error: PresetEditError) { self.init(Self.sentence(error.message), Self.sentence(error.remedy)) }

    private static func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return text.prefix(1).uppercased() + text.dropFirst() + (".?!".contains(last) ? "" : ".")
    }
}
