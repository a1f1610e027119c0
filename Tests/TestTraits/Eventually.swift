// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Waits until a condition holds. Suspends, as the awaited work may need the thread.
/// - Parameters:
///   - what: what is awaited, for the failure.
///   - seconds: the longest wait.
public func eventually(
    _ what: @autoclosure () -> String, within seconds: Int = 120, at place: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) async throws {
    for _ in 0..<200 * seconds {
        // Not evaluated again once it holds: the evaluation may have effects.
        if try condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    try #require(try condition(), "\(what())", sourceLocation: place)
}

/// The same on a thread that may be blocked.
public func blockUntil(
    _ what: @autoclosure () -> String, within seconds: Int = 30, at place: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) throws {
    for _ in 0..<1_000 * seconds {
        if try condition() { return }
        usleep(1_000)
    }
    try #require(try condition(), "\(what())", sourceLocation: place)
}
