import Foundation
import Synchronization

/// A socket in a separate folder that leads to a server's, and cuts the connection at one of its
/// messages, or all connections for a while.
public final class CuttingProxy: Sendable {
    /// The fault of a connection at a message.
    public enum Fault: Sendable {
        /// It ends.
        case end
        /// It ends, and the server is away from then on.
        case absence
        /// Messages are dropped, and neither end is notified.
        case silence
    }

    private struct State {
        var messageCount = 0
        var cutAt: Int?
        var fault = Fault.end
        var isCut = false
        var isBlocked = false
    }

    /// Linux's MSG_NOSIGNAL: writing to a closed connection raises no signal.
    private static let noSignal: Int32 = 0x4000

    public let folder: String
    private let target: String
    private let listener: Int32
    private let pieceSize: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - socketFolder: the folder of the server's socket.
    ///   - pieceSize: the greatest size of what counts as a message. Default: 65,536, so that one is what an
    ///     end sends at once.
    public init(to socketFolder: String, pieceSize: Int = 1 << 16) throws {
        self.pieceSize = pieceSize
        var template = Array("/tmp/proxy-XXXXXX".utf8CString)
        _ = mkdtemp(&template)
        folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        target = socketFolder + "/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let own = listener
        let code = Self.withAddress(folder + "/.s.PGSQL.5432") { bind(own, $0, $1) }
        guard code == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread { [self] in accept() }.start()
    }

    /// Ends the listening, and with it the thread.
    public func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Foundation.close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Counts from now on, and cuts at a message; never if that is nil.
    public func cut(at number: Int?, _ fault: Fault = .end) {
        state.withLock { $0 = State(cutAt: number, fault: fault) }
    }

    /// Whether it has cut since it was asked to.
    public var hasCut: Bool { state.withLock { $0.isCut } }

    /// Drops all messages, or passes them again: the server seems to be unavailable.
    public func block(_ isBlocked: Bool) {
        state.withLock { $0.isBlocked = isBlocked }
    }

    private static func withAddress<T>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T
    ) -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { return }
            guard !state.withLock(\.isBlocked) else {
                Foundation.close(client)
                continue
            }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
                Foundation.close(client)
                continue
            }
            Thread { [self] in forward(client, server) }.start()
        }
    }

    private func forward(_ client: Int32, _ server: Int32) {
        defer {
            Foundation.close(client)
            Foundation.close(server)
        }
        var buffer = [UInt8](repeating: 0, count: pieceSize)
        while true {
            var ends = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ends, 2, -1) > 0 else { return }
            for (index, end) in ends.enumerated() where end.revents != 0 {
                let count = read(end.fd, &buffer, buffer.count)
                guard count > 0 else { return }
                switch faultOfNext() {
                case .silence: return swallow(from: client)
                case .end, .absence: return
                case nil: break
                }
                guard
                    send(index == 0 ? server : client, &buffer, count, Self.noSignal)
                        == count
                else { return }
            }
        }
    }

    /// The fault at the next message; nil if it is passed.
    private func faultOfNext() -> Fault? {
        state.withLock { state in
            guard !state.isBlocked else { return .absence }
            state.messageCount += 1
            guard state.messageCount == state.cutAt else { return nil }
            state.isCut = true
            state.isBlocked = state.fault == .absence
            return state.fault
        }
    }

    /// Takes what the client sends until it goes.
    private func swallow(from client: Int32) {
        var buffer = [UInt8](repeating: 0, count: pieceSize)
        while read(client, &buffer, buffer.count) > 0 {}
    }
}
