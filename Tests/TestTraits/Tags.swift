// SPDX-License-Identifier: MIT
import Testing

extension Tag {
    /// Depends on timing or on the process's memory: runs while no other test does. A tag of `Scripts/test`.
    @Tag public static var alone: Self

    // Slow or demanding tests are left to `Scripts/test-deep`, stage by stage.

    /// Kills, crashes and full disks, replayed at every step.
    @Tag public static var crashes: Self
    /// Devices that fail and processes that are stopped, in real time.
    @Tag public static var devices: Self
    /// Brokers, gpsd and a desktop as peers.
    @Tag public static var peers: Self
    /// The shipped program, with files, readers and signals of every kind.
    @Tag public static var program: Self
    /// The studio's page in a browser.
    @Tag public static var browser: Self
    /// Complete sets of rides against their ground truth.
    @Tag public static var rides: Self
    /// Sounds measured over minutes and many seeds.
    @Tag public static var sounds: Self
    /// The render thread, watched over a busy minute of every preset.
    @Tag public static var watch: Self
    /// Inputs made to fill the memory or to run forever.
    @Tag public static var hostile: Self
    /// Random edits, inputs and orders by the thousand.
    @Tag public static var properties: Self
}
