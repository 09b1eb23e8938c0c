import Foundation

/// A connection that sends exactly the given bytes.
final class RawConnection: Sendable {
    /// An error of the connection, with what the server had sent until then.
    struct Interruption: Error {
        let error: POSIXError
        let received: String
    }

    private let descriptor: CInt

    /// Connects to a port of this machine; waits for a response for a time that only a hang exceeds.
    init(port: Int) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends text.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Foundation.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) >= 0
        else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// The bytes from the server up to a text, by default the end of a header section, or until it closes the
    /// connection.
    ///
    /// It waits on a separate thread, because blocked threads of Swift's pool would keep the server
    /// from answering.
    func receive(until end: String = "\r\n\r\n") async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.receiveBlocking(until: end) })
            }
        }
    }

    private func receiveBlocking(until end: String) throws -> String {
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            let code = errno
            received += bytes.prefix(max(count, 0))
            let text = String(decoding: received, as: UTF8.self)
            guard count >= 0 || code == ECONNRESET else {
                throw Interruption(error: POSIXError(.init(rawValue: code) ?? .EIO), received: text)
            }
            if count <= 0 || text.contains(end) { return text }
        }
    }
}
