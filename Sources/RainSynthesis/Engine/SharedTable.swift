/// A table that is the same for every engine: made once, for the life of the process, and read by any thread.
///
/// Its memory is never given back: an audio thread reads it through a plain pointer, and nothing on that way could count the
/// engines that still do.
struct SharedTable<Table: ~Copyable>: @unchecked Sendable {
    // `@unchecked`: the table is whole before anybody sees the pointer, and nobody can write through it afterwards.
    let pointer: UnsafePointer<Table>

    init(_ table: consuming Table) {
        let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        memory.initialize(to: table)
        pointer = UnsafePointer(memory)
    }
}
