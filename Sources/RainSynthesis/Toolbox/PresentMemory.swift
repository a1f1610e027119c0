extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Control side: memory all of whose pages are there before the audio thread needs them; every byte is 0, and `initialize`
    /// comes before the first reading. The caller deallocates it.
    static func present(capacity: Int) -> UnsafeMutablePointer<Pointee> {
        let bytes = capacity * MemoryLayout<Pointee>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: MemoryLayout<Pointee>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        return memory.bindMemory(to: Pointee.self, capacity: capacity)
    }
}
