// SPDX-License-Identifier: MIT
import Foundation

extension Array where Element: Sendable {
    /// Returns the result of a long computation for each element, in the elements' order. As many run at a time as there are processors,
    /// since each may need much memory.
    /// - Parameter starting: called on the caller's task before an element's turn.
    /// - Throws: the first error of any element; the others are cancelled.
    package func concurrentMap<Result: Sendable>(
        starting: (Element) -> Void = { _ in }, _ transform: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (index: Int, result: Result).self) { group in
            var results = [Result?](repeating: nil, count: count)
            for (index, element) in enumerated() {
                if index >= ProcessInfo.processInfo.activeProcessorCount, let done = try await group.next() {
                    results[done.index] = done.result
                }
                starting(element)
                group.addTask { (index, try await transform(element)) }
            }
            for try await done in group { results[done.index] = done.result }
            return results.compactMap(\.self)
        }
    }
}
