import NIOCore
import NIOHTTP1

/// Closes a connection whose request was answered before all of its body had arrived.
///
/// The rest is read for a moment, so that the client reads the response instead of an error, but
/// not longer.
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ServerLimits
    /// Whether a request is arriving.
    private var isReceiving = false
    /// Whether its rest may be larger than the limit.
    private var isLong = false
    /// Whether the response says that the connection closes.
    private var isLast = false
    /// The bytes that are still read after the response; nil before it.
    private var rest: Int?
    private var end: Scheduled<Void>?

    init(limits: ServerLimits) {
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isReceiving = true
            let length = head.headers.first(name: "content-length").flatMap { Int($0) }
            isLong =
                length.map { $0 > limits.restBytes }
                ?? head.headers.contains(
                    name: "transfer-encoding")
        case .body(let bytes):
            guard let rest else { break }
            self.rest = rest - bytes.readableBytes
            guard rest >= bytes.readableBytes else { return close(context) }
        case .end:
            isReceiving = false
            forget()
            if isLast { return close(context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where isReceiving && isLong:
            isLast = true
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            return
        case .end where isReceiving: endSoon(context)
        default: break
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        forget()
    }

    private func endSoon(_ context: ChannelHandlerContext) {
        rest = limits.restBytes
        let seconds = Int64(limits.restSeconds)
        end = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
            self.close(context)
        }
    }

    private func close(_ context: ChannelHandlerContext) {
        forget()
        context.close(promise: nil)
    }

    private func forget() {
        rest = nil
        end?.cancel()
        end = nil
    }
}
