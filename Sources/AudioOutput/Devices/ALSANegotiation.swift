// SPDX-License-Identifier: MIT
import CALSA
import Glibc
import PlainText
import RainSynthesis

/// Negotiates a PCM's settings, in an order that every plugin accepts: access, format, channels, rate, period, buffer.
struct ALSANegotiation {
    let pcm: OpaquePointer
    let settings: PlayerSettings

    func run() throws(AudioDeviceError) -> DeviceReport {
        var hardware: OpaquePointer?
        try check("snd_pcm_hw_params_malloc") { snd_pcm_hw_params_malloc(&hardware) }
        defer { snd_pcm_hw_params_free(hardware) }
        try check("snd_pcm_hw_params_any") { snd_pcm_hw_params_any(pcm, hardware) }
        // The PulseAudio plugin refuses mmap.
        try check("snd_pcm_hw_params_set_access") {
            snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED)
        }
        guard
            let format = settings.formats.first(where: {
                snd_pcm_hw_params_set_format(pcm, hardware, $0.alsaFormat) == 0
            })
        else {
            let others = SampleFormat.allCases.filter { snd_pcm_hw_params_test_format(pcm, hardware, $0.alsaFormat) == 0 }.map(\.rawValue)
            throw refusal("snd_pcm_hw_params_set_format", "it supports none of the requested formats", "-f", others)
        }
        let channels = UInt32(clamping: settings.layout.channels)
        if snd_pcm_hw_params_set_channels(pcm, hardware, channels) < 0 { throw channelRefusal(hardware) }
        guard
            let rate = settings.sampleRates.first(where: {
                snd_pcm_hw_params_set_rate(pcm, hardware, UInt32(clamping: $0), 0) == 0
            })
        else {
            let others = EngineConfiguration.sampleRates.filter { snd_pcm_hw_params_test_rate(pcm, hardware, UInt32(clamping: $0), 0) == 0 }
            throw refusal("snd_pcm_hw_params_set_rate", "it supports none of the requested sample rates", "-r", others.map(String.init))
        }
        // While one period is being played, the next must already be queued.
        var periods: UInt32 = 2
        if snd_pcm_hw_params_set_periods_min(pcm, hardware, &periods, nil) < 0 { throw shortBuffer("holds one period only") }
        var period = snd_pcm_uframes_t(clamping: settings.periodFrames)
        try check("snd_pcm_hw_params_set_period_size_near") {
            snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil)
        }
        var buffer = snd_pcm_uframes_t(clamping: settings.bufferFrames)
        try check("snd_pcm_hw_params_set_buffer_size_near") {
            snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer)
        }
        try check("snd_pcm_hw_params") { snd_pcm_hw_params(pcm, hardware) }
        try check("snd_pcm_hw_params_get_period_size") {
            snd_pcm_hw_params_get_period_size(hardware, &period, nil)
        }
        try check("snd_pcm_hw_params_get_buffer_size") { snd_pcm_hw_params_get_buffer_size(hardware, &buffer) }
        guard period > 0, buffer >= 2 * period, buffer < 1 << 26 else {
            throw shortBuffer("grants a period of \(period) in a buffer of \(buffer) frames")
        }
        try setSoftware(period: period, buffer: buffer)
        let order = channelOrder()

        var report = DeviceReport(
            device: settings.device, sampleRate: rate, format: format, layout: settings.layout,
            period: Int(period), buffer: Int(buffer))
        report.order = order
        if settings.layout == .ambisonic {
            report.notes.append("the device receives the ambisonic channels W Y Z X; connect a decoder to it")
        }
        if report.period != settings.periodFrames || report.buffer != settings.bufferFrames {
            report.notes.append(
                "the device grants a period of \(period) and a buffer of \(buffer) frames instead of "
                    + "\(settings.periodFrames) and \(settings.bufferFrames)")
        }
        return report
    }

    private func setSoftware(period: snd_pcm_uframes_t, buffer: snd_pcm_uframes_t) throws(AudioDeviceError) {
        var software: OpaquePointer?
        try check("snd_pcm_sw_params_malloc") { snd_pcm_sw_params_malloc(&software) }
        defer { snd_pcm_sw_params_free(software) }
        try check("snd_pcm_sw_params_current") { snd_pcm_sw_params_current(pcm, software) }
        // Start when full, in complete periods; wake when a period fits.
        try check("snd_pcm_sw_params_set_start_threshold") {
            snd_pcm_sw_params_set_start_threshold(pcm, software, buffer / period * period)
        }
        try check("snd_pcm_sw_params_set_avail_min") { snd_pcm_sw_params_set_avail_min(pcm, software, period) }
        try check("snd_pcm_sw_params") { snd_pcm_sw_params(pcm, software) }
    }

    private func check(_ call: String, _ body: () -> Int32) throws(AudioDeviceError) {
        let (code, message) = ALSAMessages.keeping(body)
        if code < 0 { throw .alsa(code, device: settings.device, call: call, message: message) }
    }

    /// The error for a device that would underrun at every period.
    private func shortBuffer(_ grants: String) -> AudioDeviceError {
        AudioDeviceError(
            kind: .unsupported, device: settings.device, call: "snd_pcm_hw_params",
            cause: "it \(grants), and the sound needs room for two periods",
            remedy: "choose a smaller --period, a larger --buffer, the device's plughw: name, or another device with -D")
    }

    /// - Parameter others: what `option` takes and the device supports.
    private func refusal(_ call: String, _ cause: String, _ option: String, _ others: [String]) -> AudioDeviceError {
        let remedy =
            others.isEmpty
            ? "choose the device's plughw: name, which converts, or another device with -D"
            : "choose \(option) \(ListText.either(others)), or the device's plughw: name"
        return AudioDeviceError(kind: .unsupported, device: settings.device, call: call, cause: cause, remedy: remedy)
    }
}

extension SampleFormat {
    var alsaFormat: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .signed32: SND_PCM_FORMAT_S32_LE
        case .signed24: SND_PCM_FORMAT_S24_3LE
        case .signed16: SND_PCM_FORMAT_S16_LE
        }
    }
}
