import CMosquitto
import Glibc
import Tracking

/// What a broker sends of a topic, as lines in a feed, through libmosquitto, whose own thread connects, connects again and
/// calls back. Any thread.
///
/// Every message becomes one line, its topic put into it as `topic`, in the order in which the broker sent them.
final class MQTTSubscription: @unchecked Sendable {
    // Sendable is sound: the handle is thread-safe as long as its loop runs, and it is freed once, by the last owner.
    private let client: OpaquePointer
    private let context: Unmanaged<Context>

    /// Bytes of the longest message that is taken.
    static let longest = 64 << 10

    /// What the callbacks need; lives until the loop has ended.
    private final class Context: Sendable {
        let address: MQTTAddress
        let feed: LineFeed
        let notice: @Sendable (String) -> Void
        let leftOut: LeftOut
        init(_ address: MQTTAddress, _ feed: LineFeed, _ notice: @escaping @Sendable (String) -> Void) {
            self.address = address
            self.feed = feed
            self.notice = notice
            leftOut = LeftOut(title: address.title, things: "messages", notice: notice)
        }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Context? {
            pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    private static let library: Int32 = mosquitto_lib_init()

    /// Connects, at first within the time that the system gives a connection.
    init(_ address: MQTTAddress, into feed: LineFeed, notice: @escaping @Sendable (String) -> Void) throws(InputFault) {
        _ = Self.library
        let context = Unmanaged.passRetained(Context(address, feed, notice))
        let title = address.title
        func fault(_ cause: String, _ remedy: String) -> InputFault {
            InputFault(kind: .unreadable, source: title, line: 0, message: cause, remedy: remedy)
        }
        guard mosquitto_sub_topic_check(address.topic) == MOSQ_ERR_SUCCESS.value else {
            context.release()
            throw fault("'\(address.topic)' is no topic", "a # stands for the rest, a + for one level: owntracks/+/phone")
        }
        guard let client = mosquitto_new(address.client, address.client == nil, context.toOpaque()) else {
            context.release()
            throw fault("libmosquitto gives no client (\(String(cString: strerror(errno))))", "try again")
        }
        self.client = client
        self.context = context
        Self.prepare(client, address)
        var code = MOSQ_ERR_SUCCESS.value
        if let user = address.user { code = mosquitto_username_pw_set(client, user, address.password) }
        if code == MOSQ_ERR_SUCCESS.value, address.isSecure {
            // The system's own list of authorities.
            code = mosquitto_tls_set(client, nil, "/etc/ssl/certs", nil, nil, nil)
        }
        if code == MOSQ_ERR_SUCCESS.value { code = mosquitto_connect(client, address.host, Int32(address.port), 30) }
        if code == MOSQ_ERR_SUCCESS.value { code = mosquitto_loop_start(client) }
        guard code == MOSQ_ERR_SUCCESS.value else {
            let cause = code == MOSQ_ERR_ERRNO.value ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(code))
            // The object's own end frees both.
            throw fault("the broker does not answer (\(cause))", "check host and port; `mosquitto_sub -h \(address.host) -t '\(address.topic)'` asks the same")
        }
    }

    deinit {
        mosquitto_disconnect(client)
        mosquitto_loop_stop(client, false)
        mosquitto_destroy(client)
        context.takeUnretainedValue().leftOut.sum()
        context.release()
    }

    private static func prepare(_ client: OpaquePointer, _ address: MQTTAddress) {
        mosquitto_reconnect_delay_set(client, 1, 30, true)
        mosquitto_connect_callback_set(client) { client, pointer, code in
            guard let context = Context.of(pointer) else { return }
            guard code == 0 else {
                context.notice("\(context.address.title): the broker refuses (\(String(cString: mosquitto_connack_string(code))))")
                return
            }
            // Subscribed anew after each connection, as the broker may have forgotten us.
            mosquitto_subscribe(client, nil, context.address.topic, 1)
        }
        mosquitto_disconnect_callback_set(client) { _, pointer, code in
            guard code != 0, let context = Context.of(pointer) else { return }
            context.notice("\(context.address.title) has gone; trying again")
        }
        mosquitto_subscribe_callback_set(client) { _, pointer, _, count, granted in
            guard let context = Context.of(pointer) else { return }
            let isRefused = count > 0 && granted?.pointee == 128
            context.notice("\(context.address.title): \(isRefused ? "the broker does not grant this topic" : "subscribed")")
        }
        mosquitto_message_callback_set(client) { _, pointer, message in
            guard let context = Context.of(pointer), let message, let topic = message.pointee.topic else { return }
            let length = Int(message.pointee.payloadlen)
            // An empty one takes back what the broker kept.
            guard length > 0, let payload = message.pointee.payload else { return }
            guard length <= MQTTSubscription.longest else {
                return context.leftOut.add("a message of \(length) bytes was left out: at most \(MQTTSubscription.longest)")
            }
            let bytes = UnsafeRawBufferPointer(start: payload, count: length)
            context.feed.push(line: MessageLine.naming(bytes, "topic", String(cString: topic)))
        }
    }
}

extension mosq_err_t {
    fileprivate var value: Int32 { Int32(rawValue) }
}
