// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TerminalIO
import Tracking
import Transport

/// Tunes a preset in a terminal: passes keys to the desk and draws the desk on the screen. One thread, which waits for keys;
/// sound and track continue independently.
public final class TerminalTuner {
    /// The screen is drawn at most this many times per second; live values change half as often.
    private static let framesPerSecond = 20.0
    private static let momentsPerSecond = 10.0
    /// Seconds within which turns of one knob form one step of undo.
    private static let gestureTime = 1.0

    let desk: TuningDesk
    let terminal: ControllingTerminal
    private let abilities: TerminalAbilities
    private let notices: TunerNotices
    private let tap: SoundTap
    private let whereabouts: @Sendable (TrackerUpdate) -> String

    var state = TunerState()
    private(set) var snapshot: TuningSnapshot
    private(set) var list: TunerList
    private(set) var moment: TuningMoment?
    private var spectrum = TunerSpectrum()
    private var update: ScreenUpdate
    private var takeoverCount = -1
    private(set) var size = (columns: 80, rows: 24)
    private var gesture = (number: 0, knob: PresetPath?.none, time: ContinuousClock.now)
    /// True once the tuner is to end.
    var isDone = false
    /// True while a mouse button holds a slider.
    var isDragging = false

    /// - Parameters:
    ///   - tap: receives what is played.
    ///   - whereabouts: describes the rider's position in words.
    public init(
        _ desk: TuningDesk, on terminal: ControllingTerminal, abilities: TerminalAbilities, notices: TunerNotices,
        tap: SoundTap, whereabouts: @escaping @Sendable (TrackerUpdate) -> String
    ) {
        self.desk = desk
        self.terminal = terminal
        self.abilities = abilities
        self.notices = notices
        self.tap = tap
        self.whereabouts = whereabouts
        update = ScreenUpdate(abilities.colours, isUnicode: abilities.isUnicode)
        snapshot = desk.snapshot
        list = TunerList(snapshot, filter: "")
        state.selected = list.first
    }

    /// Shows the desk and handles keys until the listener quits; blocks its thread.
    /// - Parameter isInterrupted: polled twenty times per second; true ends the tuner at once.
    /// - Returns: false when something other than the listener ended it: `isInterrupted`, or the terminal was closed.
    public func run(isInterrupted: () -> Bool) -> Bool {
        let frame = 1 / Self.framesPerSecond
        var nextFrame = ContinuousClock.now, nextMoment = nextFrame, nextFileCheck = nextFrame
        var isStale = true
        while !isDone, !isInterrupted() {
            let wait = isStale ? (nextFrame - .now) / .milliseconds(1) : frame * 1000
            let keys = terminal.pressed(waiting: Int32(min(max(wait, 1), 1000)))
            for key in keys where !isDone { take(key) }
            isStale = isStale || !keys.isEmpty
            let now = ContinuousClock.now
            if now >= nextFileCheck {
                nextFileCheck = now + .milliseconds(500)
                mergeOutsideChanges()
            }
            guard let size = terminal.size else { break }
            if size != self.size || terminal.takeoverCount != takeoverCount { isStale = true }
            self.size = size
            if now >= nextMoment {
                nextMoment = now + .seconds(1 / Self.momentsPerSecond)
                readLiveValues()
                isStale = true
            }
            guard isStale, now >= nextFrame, terminal.isReady() else { continue }
            nextFrame = now + .seconds(frame)
            isStale = false
            draw()
        }
        return isDone
    }

    // MARK: Showing

    private func readLiveValues() {
        moment = desk.moment
        spectrum.update(tap, sampleRate: notices.sampleRate, columns: TunerPicture.spectrumColumns(size.columns, size.rows))
        let messages = notices.takeAll()
        if !messages.isEmpty { showMessage(messages.joined(separator: " ")) }
    }

    private func draw() {
        if terminal.takeoverCount != takeoverCount {
            takeoverCount = terminal.takeoverCount
            update.forget()
        }
        refresh()
        if let layout { state.settle(in: list, height: layout.list.rows) }
        terminal.send(update.bytes(for: picture.grid(columns: size.columns, rows: size.rows)))
    }

    private var picture: TunerPicture {
        TunerPicture(
            snapshot: snapshot, list: list, moment: moment, state: state, spectrum: spectrum.levels, abilities: abilities,
            sound: notices.sound, whereabouts: moment?.status.update.map(whereabouts))
    }

    var selectedKnob: TuningKnob? { state.selected.flatMap(snapshot.knob) }
    var layout: TunerLayout? { TunerLayout(columns: size.columns, rows: size.rows) }

    /// Reads the preset's current state.
    func refresh() {
        if desk.revision != snapshot.revision {
            snapshot = desk.snapshot
            list = TunerList(snapshot, filter: state.filter)
        }
    }

    func filter(by words: String) {
        state.filter = words
        list = TunerList(snapshot, filter: words)
        if let found = list.found { state.selected = found }
        if list.row(of: state.selected) == nil { state.selected = list.first }
    }

    /// Redraws everything, for a screen to which something else has written.
    func redraw() { takeoverCount = -1 }

    // MARK: Messages

    func showMessage(_ text: String) { state.message = TunerState.Message(text: text, isProblem: false) }

    /// Performs an operation that may be refused, and shows the reason if it is.
    /// - Returns: nil when it was refused.
    @discardableResult
    func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            state.message = TunerState.Message(text: "\(error)", isProblem: true)
            return nil
        }
    }

    private func mergeOutsideChanges() {
        if let words = attempt({ try desk.mergeOutsideChanges() }) ?? nil { showMessage(words) }
    }

    // MARK: Turning

    /// The number of the gesture for a turn of the selected knob.
    func gestureNumber() -> Int {
        let now = ContinuousClock.now
        if gesture.knob != state.selected || now - gesture.time > .seconds(Self.gestureTime) { gesture.number += 1 }
        (gesture.knob, gesture.time) = (state.selected, now)
        return gesture.number
    }

    /// Ends the gesture: the next change is a separate step of undo.
    func endGesture() { gesture.knob = nil }
}
