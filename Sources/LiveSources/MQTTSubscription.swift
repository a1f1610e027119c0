// SPDX-License-Identifier: MIT
import CMosquitto
import Foundation
import HTTPListening
import Platform
import Synchronization
import Tracking

/// A subscription to an MQTT topic through libmosquitto, whose messages become lines in a feed: connects, subscribes, and
/// reconnects when the connection ends. Any thread.
///
/// Each report in a message becomes one line, with the topic added as `topic`, in the order in which the broker sent them. The
/// subscription runs its own loop: the library's loop ends silently and for good when a certificate is not trusted, a packet is
/// broken, or a secure connection is cut.
final class MQTTSubscription: LiveClient, @unchecked Sendable {
    // Sendable is sound: the handle is thread-safe after `mosquitto_threaded_set`, and freed by the last owner; `answer`,
    // `tlsError`, `lastLoss` and `backOff` belong to the looping thread, which is the opening thread until the broker has answered;
    // the rest guards itself.
    private let client: OpaquePointer
    private let address: MQTTAddress
    private let feed: LineQueue
    private let notice: @Sendable (String) -> Void
    private let warn: @Sendable (String) -> Void
    private let leftOut: DropCounter
    private let encrypted: EncryptedReports
    private let waking = WakeupDescriptor()
    private let isStopped = Atomic(false)
    private let end = OneShot<Bool>()
    /// The broker's answer to the last attempt; 0 means accepted.
    private var answer: Int32?
    /// The library's reason why the TLS connection failed.
    private var tlsError: String?
    /// The loss that was reported last, until it is subscribed again.
    private var lastLoss: String?
    private var backOff = BackOff()

    /// Bytes of the longest accepted message.
    private static let longest = 64 << 10
    /// Seconds that a broker may take to answer once it is connected.
    private static let patience = 10.0
    private static let library: Int32 = mosquitto_lib_init()

    /// Connects, within the system's connection timeout, and waits for the broker's answer.
    /// - Parameters:
    ///   - password: Replaces the one in the address.
    ///   - notice: Receives that it has subscribed.
    ///   - warn: Receives that the broker is lost or back, and that messages were dropped.
    /// - Throws: There is no broker, its certificate is not trusted, the password is wrong, or the topic is invalid.
    init(
        _ address: MQTTAddress, password: Secret?, into feed: LineQueue, notice: @escaping @Sendable (String) -> Void,
        warn: @escaping @Sendable (String) -> Void
    ) throws(InputFault) {
        _ = Self.library
        guard mosquitto_sub_topic_check(address.topic) == success else {
            throw InputFault(
                opening: address.title, "invalid MQTT topic '\(address.topic)'",
                "use # for all remaining levels and + for one level: owntracks/+/phone")
        }
        guard let client = mosquitto_new(address.client, address.client == nil, nil) else {
            throw InputFault(opening: address.title, "libmosquitto could not create a client (\(errnoText(errno)))", "try again")
        }
        self.client = client
        self.address = address
        self.feed = feed
        self.notice = notice
        self.warn = warn
        leftOut = DropCounter(title: address.title, items: "messages", notice: warn)
        encrypted = EncryptedReports(title: address.title, notice: warn)
        prepare()
        try connect(password?.text ?? address.password)
        Thread { [self] in loop() }.start()
    }

    deinit { mosquitto_destroy(client) }

    /// Stops the subscription. Everything received is in the feed when this returns.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        mosquitto_disconnect(client)
        waking.stop()
        // While it searches for the broker, which may take longer, nothing arrives.
        _ = end.wait(seconds: 2)
        leftOut.reportTotal()
        encrypted.reportTotal()
    }

    // MARK: The connection

    private func connect(_ password: String?) throws(InputFault) {
        var code = success
        if let user = address.user { code = mosquitto_username_pw_set(client, user, password) }
        if code == success, address.isSecure {
            // The system's authorities, or those that SSL_CERT_FILE and SSL_CERT_DIR name. (libmosquitto 2.0 connects with them
            // once, and a second time only if a folder was named too.)
            code = mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
            if code == success { code = mosquitto_tls_set(client, nil, "/etc/ssl/certs", nil, nil, nil) }
        }
        if code == success {
            errno = 0
            code = mosquitto_connect(client, address.host, Int32(address.port), 30)
        }
        let end = ContinuousClock.now + .seconds(Self.patience)
        while code == success, answer == nil {
            errno = 0
            code = mosquitto_loop(client, 100, 1)
            guard ContinuousClock.now < end else {
                throw InputFault(
                    opening: address.title, "the server there does not answer",
                    "check that it is an MQTT broker, and whether it requires mqtts://")
            }
        }
        guard answer == 0 else { throw InputFault(opening: address.title, cause(code), remedy) }
    }

    /// Receives messages until stopped. Runs on its own thread.
    private func loop() {
        while !isStopped.load(ordering: .acquiring) {
            errno = 0
            // Pings are due between the waits.
            var code = mosquitto_loop(client, 1_000, 1)
            while code != success, !isStopped.load(ordering: .acquiring) {
                reportLoss(code)
                if waking.sleep(milliseconds: backOff.next()) { break }
                (answer, tlsError) = (nil, nil)
                errno = 0
                code = mosquitto_reconnect(client)
            }
        }
        end.resolve(true)
    }

    /// Reports once that the broker has gone, and what prevents its return.
    private func reportLoss(_ code: Int32) {
        // While nothing answers, the notice that it has gone is enough.
        guard answer != nil || tlsError != nil else { return }
        let text = answer == 0 ? "lost the connection to \(address.title)" : "\(address.title): \(cause(code))"
        if lastLoss != text { warn("\(text); reconnecting") }
        lastLoss = text
    }

    private func cause(_ code: Int32) -> String {
        if let answer { return "the broker refuses (\(String(cString: mosquitto_connack_string(answer))))" }
        if let tlsError { return "the TLS connection failed (\(tlsError))" }
        // Without a system error (`errno` is cleared before each call), the data received was not an MQTT packet.
        let isSystem = code == MOSQ_ERR_ERRNO.value
        let isNamed = isSystem && errno != 0 && errno != EAGAIN && errno != EINPROGRESS
        if isSystem != isNamed || code == MOSQ_ERR_PROTOCOL.value || code == MOSQ_ERR_MALFORMED_PACKET.value {
            return "the server there does not speak MQTT"
        }
        return "the broker does not answer (\(isNamed ? errnoText(errno) : String(cString: mosquitto_strerror(code))))"
    }

    private var remedy: String {
        if answer != nil { return "check name and password: mqtt://USER@HOST/TOPIC with --password-file FILE" }
        if let tlsError, tlsError.contains("certificate") || tlsError.contains("host name") {
            return
                "the certificate must be valid for this host and signed by a trusted authority; SSL_CERT_FILE=FILE names another authority"
        }
        if tlsError != nil { return "check the port: 8883 is usual for mqtts://, 1883 for mqtt://" }
        if address.isSecure { return "check host and port" }
        let question = "test with `mosquitto_sub -h \(address.host) -p \(address.port) -t '\(address.topic)'`"
        return "check host and port, and whether the broker requires mqtts://; \(question)"
    }

    // MARK: Callbacks of the library, on the looping thread

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MQTTSubscription? {
        pointer.map { Unmanaged<MQTTSubscription>.fromOpaque($0).takeUnretainedValue() }
    }

    private func prepare() {
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_threaded_set(client, true)
        mosquitto_connect_callback_set(client) { _, pointer, code in MQTTSubscription.of(pointer)?.received(answer: code) }
        mosquitto_log_callback_set(client) { _, pointer, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTSubscription.of(pointer)?.received(tlsError: String(cString: text))
        }
        mosquitto_subscribe_callback_set(client) { _, pointer, _, count, granted in
            MQTTSubscription.of(pointer)?.subscribed(isGranted: count == 0 || granted?.pointee != 128)
        }
        mosquitto_message_callback_set(client) { _, pointer, message in
            // An empty message deletes a retained one.
            guard let message = message?.pointee, let topic = message.topic, let payload = message.payload, message.payloadlen > 0 else {
                return
            }
            let bytes = UnsafeRawBufferPointer(start: payload, count: Int(message.payloadlen))
            MQTTSubscription.of(pointer)?.received(bytes, of: String(cString: topic))
        }
    }

    private func received(answer code: Int32) {
        answer = code
        guard code == 0 else { return }
        tlsError = nil
        // Two clients of the same name disconnect each other: the connection counts only once it has lasted.
        backOff.connected()
        backOff.received()
        // Subscribe after each connection, as the broker may have forgotten the subscription.
        mosquitto_subscribe(client, nil, address.topic, 1)
    }

    private func received(tlsError text: String) {
        // The first message holds the cause, later ones its consequences: `OpenSSL Error[0]: error:0A000086:SSL
        // routines::certificate verify failed`. For a plain connection the code is enough.
        guard address.isSecure, answer == nil, tlsError == nil else { return }
        tlsError = text.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines.union(["."])) }
    }

    private func subscribed(isGranted: Bool) {
        guard isGranted else { return warn("\(address.title): the broker refused the subscription to this topic") }
        // Whoever received the loss receives the return.
        let isBack = lastLoss != nil
        lastLoss = nil
        let message = "\(address.title): subscribed"
        if isBack { warn(message) } else { notice(message) }
    }

    private func received(_ payload: UnsafeRawBufferPointer, of topic: String) {
        guard payload.count <= Self.longest else {
            return leftOut.add("a message of \(payload.count) bytes was dropped: the limit is \(Self.longest)")
        }
        let reports = ReportCutter.reports(in: payload)
        if reports.isEmpty { leftOut.add("a message of \(payload.count) bytes was dropped: it contains no position") }
        // The feed reports what it drops; the reader of the feed reports what is invalid.
        for report in encrypted.removed(from: reports) { feed.push(line: MessageLine.naming(report, "topic", topic)) }
    }
}

private let success = MOSQ_ERR_SUCCESS.value

extension mosq_err_t {
    fileprivate var value: Int32 { Int32(rawValue) }
}
