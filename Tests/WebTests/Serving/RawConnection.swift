import Foundation

/// A connection that sends exactly the bytes that a test says.
final class RawConnection: Sendable {
    private let descriptor: CInt

    /// Connects to a port of this machine; waits at most five seconds for each answer.
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
        var limit = timeval(tv_sec: 5, tv_usec: 0)
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

    /// What the server sends next; empty if it closes the connection.
    ///
    /// It waits on a thread of its own, because blocked threads of Swift's pool would keep the
    /// server from answering.
    func receive() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.receiveBlocking() })
            }
        }
    }

    private func receiveBlocking() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 || errno == ECONNRESET else {
            throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
