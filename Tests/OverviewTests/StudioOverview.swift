// SPDX-License-Identifier: MIT
import Studio
import Testing
import Tuning

/// The example of Studio's overview.
struct StudioOverview {
    @Test func example() async throws {
        // example begins
        var settings = Studio.Settings()
        settings.streams = true
        let studio = Studio(try TuningDesk("drizzle"), settings)

        let (addresses, found) = AsyncStream<String>.makeStream()
        let serving = Task {
            defer { found.finish() }
            try await studio.run { found.yield($0) }
        }
        var address = ""
        for await ready in addresses {
            address = ready
            serving.cancel()
        }
        try await serving.value
        // example ends
        #expect(address.hasPrefix("http://127.0.0.1:"))
    }
}
