// SPDX-License-Identifier: MIT
/// A table that is the same for every engine: made once, for the life of the process, and read by any thread.
///
/// Its memory is never freed: audio threads read it through a plain pointer, which cannot count the engines still using it.
struct SharedTable<Table: ~Copyable>: @unchecked Sendable {
    // `@unchecked`: the table is complete before any thread sees the pointer, and none can write through it afterwards.
    let pointer: UnsafePointer<Table>

    init(_ table: consuming Table) {
        let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        memory.initialize(to: table)
        pointer = UnsafePointer(memory)
    }
}
