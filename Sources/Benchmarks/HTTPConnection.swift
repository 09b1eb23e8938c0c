import Foundation

/// A connection to a server on the loopback address that waits for each response.
final class HTTPConnection {
    /// A response.
    struct Answer {
        let status: Int
        let head: String
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The read timeout in seconds.
    private static let timeout = 120

    let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: 256 * 1024)

    init(port: Int) throws(BenchmarkFailure) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in.loopback(port: port)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var isOn: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard code == 0 else {
            close(socket)
            throw BenchmarkFailure("Port \(port): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(socket) }

    /// The bytes of a request without a body.
    static func get(_ path: String, port: Int, headers: String = "") -> [UInt8] {
        Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n".utf8)
    }

    /// The bytes of a posted form.
    static func post(
        _ path: String, _ form: String, port: Int, headers: String = ""
    ) -> [UInt8] {
        Array(
            ("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)"
                + "Content-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)").utf8)
    }

    /// Requests an address, which has to exist.
    @discardableResult
    func get(_ path: String, of server: ServerProcess) throws -> Answer {
        let answer = try exchange(Self.get(path, port: server.port))
        guard answer.status == 200 else {
            throw BenchmarkFailure("\(path) was answered \(answer.status).")
        }
        return answer
    }

    func send(_ request: [UInt8]) throws(BenchmarkFailure) {
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw BenchmarkFailure("The server closed the connection.") }
            sent += count
        }
    }

    /// Sends a request and reads the whole response, which has to state its length.
    func exchange(_ request: [UInt8]) throws -> Answer {
        try send(request)
        var reader = AnswerReader()
        var body: [UInt8] = []
        while !reader.isComplete { try read { body += try reader.take($0) } }
        return Answer(status: reader.status, head: reader.head, body: body)
    }

    /// Waits for bytes and passes them to a closure.
    func read(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        try buffer.withUnsafeMutableBytes { bytes in
            let count = recv(socket, bytes.baseAddress, bytes.count, 0)
            if count < 0, errno == EAGAIN {
                throw BenchmarkFailure("No answer came within \(Self.timeout) seconds.")
            }
            guard count > 0 else { throw BenchmarkFailure("The server closed the connection.") }
            try take(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }
}
