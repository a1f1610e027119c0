// SPDX-License-Identifier: MIT
import CALSA
import Glibc
import PlainText
import RainSynthesis

/// The number and the order of a PCM's channels.
extension ALSANegotiation {
    /// The error for a device that does not accept the layout's channels.
    func channelRefusal(_ hardware: OpaquePointer?) -> AudioDeviceError {
        var (least, most): (UInt32, UInt32) = (0, 0)
        var takes = ""
        if snd_pcm_hw_params_get_channels_min(hardware, &least) == 0,
            snd_pcm_hw_params_get_channels_max(hardware, &most) == 0, most > 0
        {
            takes = least == most ? "; it takes \(most)" : "; it takes \(least) to \(most)"
        }
        let layout = settings.layout
        let fitting = SpeakerLayout.allCases.filter { $0.channels >= Int(least) && $0.channels <= Int(most) }.map(\.rawValue)
        let other = fitting.isEmpty ? "stereo" : fitting.joined(separator: ", ")
        let named: String? =
            switch layout {
            case .quad: "surround40"
            case .surround51: "surround51"
            case .surround71: "surround71"
            default: nil
            }
        let device = named.map { ", or -D \($0), which is made for it" } ?? ""
        return AudioDeviceError(
            kind: .unsupported, device: settings.device, call: "snd_pcm_hw_params_set_channels",
            cause: "it does not take the \(CountText.of(layout.channels, "channel")) of \(layout.rawValue)\(takes)",
            remedy: "choose --layout \(other)\(device), or another device")
    }

    /// The device's channel order where it reports one that fits, else alsa-lib's default.
    func channelOrder() -> ChannelOrder? {
        let layout = settings.layout
        guard layout.channels > 2, !layout.speakers.isEmpty else { return nil }
        if let map = snd_pcm_get_chmap(pcm) {
            defer { free(map) }
            let found = ChannelOrder.device(positions(map), layout)
            if found.fits { return found.order }
        }
        return ChannelOrder.alsa(layout)
    }

    private func positions(_ map: UnsafeMutablePointer<snd_pcm_chmap_t>) -> [UInt32] {
        // A count is followed by that number of positions.
        let first = UnsafeRawPointer(map).advanced(by: MemoryLayout<UInt32>.size)
        return (0..<min(Int(map.pointee.channels), 32)).map {
            first.load(fromByteOffset: $0 * MemoryLayout<UInt32>.size, as: UInt32.self)
        }
    }
}
