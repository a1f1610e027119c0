// SPDX-License-Identifier: MIT
import CALSA
import CPlatform

/// Captures alsa-lib's messages for the error that follows, instead of printing them to stderr.
enum ALSAMessages {
    /// Runs a call into alsa-lib; returns its result and, on failure, alsa-lib's last message.
    static func keeping(_ call: () -> Int32) -> (code: Int32, message: String) {
        calsa_keep_messages()
        crealtime_forget_message()
        let code = call()
        return (code, code < 0 ? String(cString: crealtime_kept_message()) : "")
    }
}
