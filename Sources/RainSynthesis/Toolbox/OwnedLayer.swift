// SPDX-License-Identifier: MIT
/// A layer that may be absent. It has memory of its own, so that using it in place copies nothing; an optional of a type that
/// cannot be copied is moved out and back at every use.
struct OwnedLayer<Layer: ~Copyable>: ~Copyable {
    /// The layer, which lives as long as its owner; nil if there is none.
    let pointer: UnsafeMutablePointer<Layer>?

    /// - Parameter condition: whether there is a layer; it is made only then.
    init(if condition: Bool, _ layer: @autoclosure () -> Layer) {
        pointer = condition ? .allocate(capacity: 1) : nil
        pointer?.initialize(to: layer())
    }

    deinit {
        pointer?.deinitialize(count: 1)
        pointer?.deallocate()
    }
}
