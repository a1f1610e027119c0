// SPDX-License-Identifier: MIT
/// Draws a spectrogram: time across, frequency up on a logarithmic scale, power density as colour.
public struct SpectrogramPlot: Sendable {
    var title: String
    var subtitle: String
    var spectrogram: Spectrogram

    public init(title: String, subtitle: String = "", spectrogram: Spectrogram) {
        self.title = title
        self.subtitle = subtitle
        self.spectrogram = spectrogram
    }

    /// The picture.
    public var svg: String {
        var timeline = TimelinePlot(title: title, subtitle: subtitle, panels: [.spectrogram(spectrogram)])
        timeline.spectrogramHeight = 360
        return timeline.svg
    }
}
