// SPDX-License-Identifier: MIT
import AudioOutput
import Glibc

/// A source that violates a rule once in the middle of rendering.
struct Misbehaving: FrameSource, ~Copyable {
    enum Deed: CaseIterable { case nothing, allocation, growingArray, lock, retain, systemCall }

    let latency = 0
    let channels = 2
    private let deed: Deed
    private let object = Planted.Object()
    private var calls = 0

    init(_ deed: Deed) {
        self.deed = deed
        Planted.Lock.prepare()
    }

    mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        for index in 0..<2 * frames { output[index] = 0.25 }
        calls += 1
        guard calls == 100 else { return }
        switch deed {
        case .nothing: break
        case .allocation: Planted.allocate()
        case .growingArray: Planted.growArray()
        case .lock: Planted.Lock.mutex.run()
        case .retain: Planted.retain(object)
        case .systemCall: usleep(1)
        }
    }
}
