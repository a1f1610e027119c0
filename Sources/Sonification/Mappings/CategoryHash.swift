// SPDX-License-Identifier: MIT
/// A hash of a name that is the same on every machine and in every run.
enum CategoryHash {
    /// The 64-bit FNV-1a hash of the name's UTF-8.
    static func of(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return hash
    }
    /// A number in 0 ..< `count`; `count` must be above 0.
    static func place(of name: String, among count: Int) -> Int { Int(of(name) % UInt64(count)) }
}
