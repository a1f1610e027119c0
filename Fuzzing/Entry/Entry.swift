// SPDX-License-Identifier: MIT
import CHeapWatch
import Glibc

@testable import FuzzProperties

/// The environment variable that chooses a fuzzer; `list` prints their names, each with its longest input and the places of its inputs.
private let variable = "AMAOTO_FUZZER"

private let chosen: Fuzzer = {
    let name = getenv(variable).map { String(cString: $0) } ?? "list"
    if let fuzzer = (Fuzzer.all + Fuzzer.planted).first(where: { $0.name == name }) { return fuzzer }
    guard name == "list" else {
        Finding.tell("\(variable): there is no fuzzer '\(name)'; `list` prints their names")
        exit(2)
    }
    for fuzzer in Fuzzer.all { print(fuzzer.name, fuzzer.longest, fuzzer.inputs.joined(separator: " ")) }
    exit(0)
}()

/// libFuzzer calls this once, before anything else.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
    // What is made once and kept is not charged to any input.
    chosen.prepare()
    heap_watch_install()
    return 0
}

/// One input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runFuzzer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    heap_watch_begin()
    chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    let held = heap_watch_peak()
    expect(held < chosen.mostHeld, "\(count) bytes made it hold \(held >> 20) MB")
    return 0
}
