// SPDX-License-Identifier: MIT
extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Control side: allocates memory whose pages are all present before the audio thread needs them. Every byte is 0, and
    /// `initialize` must precede the first read. The caller deallocates the memory.
    static func present(capacity: Int) -> UnsafeMutablePointer<Pointee> {
        let bytes = capacity * MemoryLayout<Pointee>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: MemoryLayout<Pointee>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        return memory.bindMemory(to: Pointee.self, capacity: capacity)
    }
}
