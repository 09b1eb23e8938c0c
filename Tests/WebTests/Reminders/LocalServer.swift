import Foundation
import Synchronization

/// A server on this machine that answers each connection on a thread, as a test says.
final class LocalServer: Sendable {
    /// A connection, for a thread.
    final class Connection {
        private let descriptor: CInt
        private var read: [UInt8] = []
        /// Records what the client has sent, before it gets the answer.
        let record: (String) -> Void

        init(_ descriptor: CInt, record: @escaping (String) -> Void) {
            self.descriptor = descriptor
            self.record = record
        }

        deinit { close(descriptor) }

        func send(_ text: String) {
            let bytes = Array(text.utf8)
            _ = Foundation.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        }

        /// The text up to an end, or what there is if the client ends before.
        func receive(until end: String) -> String {
            receive { text in text.range(of: end).map { String(text[..<$0.upperBound]) } }
        }

        func receive(bytes count: Int) -> String {
            receive {
                $0.utf8.count >= count
                    ? String(decoding: $0.utf8.prefix(count), as: UTF8.self) : nil
            }
        }

        private func receive(_ part: (String) -> String?) -> String {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let text = String(decoding: read, as: UTF8.self)
                if let part = part(text) {
                    read.removeFirst(part.utf8.count)
                    return part
                }
                let count = recv(descriptor, &bytes, bytes.count, 0)
                guard count > 0 else { return text }
                read += bytes.prefix(count)
            }
        }
    }

    /// The listening socket. It is closed once neither the server nor its thread uses it: until then its number cannot
    /// be that of another test's server.
    private final class Listener: Sendable {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)

        deinit { close(descriptor) }
    }

    let port: Int
    private let listener = Listener()
    private let recorded = Mutex<[String]>([])
    private let open = Mutex((now: 0, most: 0))

    /// The messages of clients.
    var received: [String] { recorded.withLock { $0 } }
    /// The greatest number of connections at the same time.
    var mostAtOnce: Int { open.withLock { $0.most } }

    init(_ answer: @escaping @Sendable (Connection) -> Void) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener.descriptor, $0, size) == 0 && listen(listener.descriptor, 64) == 0
                    && getsockname(listener.descriptor, $0, &size) == 0
            }
        }
        guard result else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener.descriptor, nil, nil)
                guard client >= 0 else { return }
                self?.serve(client, answer)
            }
        }
    }

    deinit { shutdown(listener.descriptor, CInt(SHUT_RDWR)) }

    private func serve(_ client: CInt, _ answer: @escaping @Sendable (Connection) -> Void) {
        open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        Thread.detachNewThread { [weak self] in
            answer(Connection(client) { text in self?.recorded.withLock { $0.append(text) } })
            self?.open.withLock { $0.now -= 1 }
        }
    }

    /// A server of HTTP. It records the requests.
    ///
    /// - Parameter answer: the whole answer to a request.
    static func http(
        _ answer: @escaping @Sendable (String) -> String = { _ in ok }
    ) throws -> LocalServer {
        try LocalServer { connection in
            let head = connection.receive(until: "\r\n\r\n")
            let length = head.lowercased().firstMatch(of: #/content-length: (\d+)/#)?.1
            let request = head + connection.receive(bytes: length.flatMap { Int($0) } ?? 0)
            connection.record(request)
            connection.send(answer(request))
        }
    }

    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"

    /// A server of mail, without encryption. It records what clients say, to the end of a message.
    ///
    /// - Parameters:
    ///   - recipient: the answer to the name of the recipient.
    ///   - farewell: called when the client ends. Default: the connection is closed.
    static func smtp(
        recipient: String = "250 OK",
        farewell: @escaping @Sendable (Connection) -> Void = { _ in }
    ) throws -> LocalServer {
        try LocalServer { connection in
            var dialogue = ""
            connection.send("220 mail.example.org ESMTP\r\n")
            while true {
                let line = connection.receive(until: "\r\n")
                dialogue += line
                switch line.prefix(4).uppercased() {
                case "EHLO": connection.send("250-mail.example.org\r\n250 AUTH PLAIN\r\n")
                case "AUTH":
                    connection.send("334 \r\n")
                    dialogue += connection.receive(until: "\r\n")
                    connection.send("235 OK\r\n")
                case "RCPT": connection.send(recipient + "\r\n")
                case "DATA":
                    connection.send("354 Go on\r\n")
                    dialogue += connection.receive(until: "\r\n.\r\n")
                    connection.record(dialogue)
                    connection.send("250 OK\r\n")
                case "QUIT": return farewell(connection)
                case "": return
                default: connection.send("250 OK\r\n")
                }
            }
        }
    }
}
