import AudioOutput

/// What a session asks of its player. Any thread; never waits.
protocol PlaybackOutput: Sendable {
    /// Moves the end: the playing ends once that many frames are handed over.
    func end(afterFrames frames: Int64)
    /// Ends after the frames that are handed over.
    func requestStop()
}

extension ALSAPlayer: PlaybackOutput {}
