import CALSA
import CRealtime

/// alsa-lib's own talk: kept for the error that follows instead of printed to stderr.
enum ALSAMessages {
    /// Runs a call into alsa-lib; returns its result and, for a failure, the last thing alsa-lib said.
    static func keeping(_ call: () -> Int32) -> (code: Int32, message: String) {
        calsa_keep_messages()
        crealtime_forget_message()
        let code = call()
        return (code, code < 0 ? String(cString: crealtime_kept_message()) : "")
    }
}
