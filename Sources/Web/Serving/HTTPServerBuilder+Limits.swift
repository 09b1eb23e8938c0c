import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

#if !WITHOUT_TLS
    import HummingbirdTLS
#endif

extension HTTPServerBuilder {
    /// HTTP/1.1 with the limits of a configuration, over TLS if configured.
    ///
    /// - Throws: ``ConfigurationError`` if the TLS files cannot be read, or the program was built
    ///   without TLS.
    static func http1(
        _ configuration: AppConfiguration, _ logger: Logger
    ) throws -> HTTPServerBuilder {
        let plain = http1(limits: configuration.limits)
        guard let files = configuration.tls else { return plain }
        #if WITHOUT_TLS
            throw ConfigurationError(
                "The certificate \(files.certificate) cannot be used: this program was built without "
                    + "encryption, by make run TLS=0. Build it by make run.")
        #else
            return try .tls(plain, tlsConfiguration: Certificate(files, logger).configuration())
        #endif
    }

    /// HTTP/1.1 with limits of size and time.
    static func http1(limits: ServerLimits) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            LimitedChannel(
                http: HTTP1Channel(
                    responder: responder,
                    configuration: .init(
                        idleTimeout: .seconds(Int64(limits.idleTimeoutSeconds)),
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: limits.headerBytes,
                            maxHeaderListSize: limits.headerBytes,
                            maxHeaderFieldCount: limits.headerCount))),
                limits: limits)
        }
    }
}

/// An HTTP/1.1 connection that watches slow bodies, and closes after a refused body.
private struct LimitedChannel: ServerChildChannel {
    let http: HTTP1Channel
    let limits: ServerLimits

    func setup(
        channel: any Channel, logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let pace = SlowBodyGuard(limits: limits)
            try pipeline.addHandler(pace, position: .after(decoder))
            try pipeline.addHandler(LingeringClose(limits: limits), position: .after(pace))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}
