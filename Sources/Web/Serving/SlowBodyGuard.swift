import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Watches the arrival of a request's body: answers `Expect: 100-continue`, and closes connections
/// that are too slow.
///
/// curl sends `Expect: 100-continue` before a large file, and waits a second for the answer. If the
/// body is over the limit, it is not asked to continue, so it reads the refusal instead of sending
/// the file.
final class SlowBodyGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ServerLimits
    private var bytesSinceCheck = 0
    private var check: Scheduled<Void>?

    init(limits: ServerLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where Self.hasBody(head):
            letGoAhead(head, context)
            scheduleCheck(context)
        case .head: break
        case .body(let bytes):
            bytesSinceCheck += bytes.readableBytes
        case .end:
            cancelCheck()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelCheck()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelCheck()
    }

    /// Whether a body follows (RFC 9112, 6.3).
    private static func hasBody(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains(name: "content-length")
            || head.headers.contains(name: "transfer-encoding")
    }

    private func letGoAhead(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let expects = head.headers.first(name: "expect")?.lowercased() == "100-continue"
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        guard expects, length <= limits.requestBytes else { return }
        let response = HTTPResponseHead(version: head.version, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        bytesSinceCheck = 0
        let seconds = Int64(limits.readTimeoutSeconds)
        check = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
            self.closeIfTrickling(context)
        }
    }

    private func closeIfTrickling(_ context: ChannelHandlerContext) {
        if bytesSinceCheck < limits.minimumBytesPerSecond * limits.readTimeoutSeconds {
            context.close(promise: nil)
        } else {
            scheduleCheck(context)
        }
    }

    private func cancelCheck() {
        check?.cancel()
        check = nil
    }
}

/// Collects the body of a response.
struct BodyCollector: ResponseBodyWriter {
    /// The collected bytes; a class, since the writer is consumed at the end.
    final class Collected {
        fileprivate(set) var buffer = ByteBuffer()
    }

    private let collected: Collected

    init(into collected: Collected) {
        self.collected = collected
    }

    mutating func write(_ buffer: ByteBuffer) {
        collected.buffer.writeImmutableBuffer(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
