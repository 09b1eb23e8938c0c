import Foundation
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import Web

@Suite("The certificate of the server")
struct CertificateTests {
    @Test("It is reloaded from the files, once certificate and key match")
    func renewal() async throws {
        let folder = NSTemporaryDirectory() + "certificate-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = TLSFiles(certificate: folder + "/house.pem", key: folder + "/house.key")
        try TestCertificate.first.certificate.write(
            toFile: files.certificate, atomically: true, encoding: .utf8)
        try TestCertificate.first.key.write(
            toFile: files.key, atomically: true, encoding: .utf8)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let certificate = try Certificate(files, logger)
        let context = try NIOSSLContext(configuration: certificate.configuration())
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLServerHandler(context: context))
                }
            }.bind(host: "127.0.0.1", port: 0).get()
        defer { server.close(promise: nil) }
        let port = try #require(server.localAddress?.port)

        // Several each, because an error in reading must not end the next handshake on its thread.
        for _ in 1...3 { #expect(try await Self.served(at: port) == .first) }
        try TestCertificate.second.certificate.write(
            toFile: files.certificate, atomically: true, encoding: .utf8)
        for _ in 1...6 { #expect(try await Self.served(at: port) == .first) }
        try TestCertificate.second.key.write(
            toFile: files.key, atomically: true, encoding: .utf8)
        for _ in 1...3 { #expect(try await Self.served(at: port) == .second) }
    }

    /// The certificate that a server presents.
    private static func served(at port: Int) async throws -> TestCertificate? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .fullVerification
        let context = try NIOSSLContext(configuration: configuration)
        let group = MultiThreadedEventLoopGroup.singleton
        let shown = group.any().makePromise(of: NIOSSLCertificate.self)
        let client = ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    NIOSSLClientHandler(
                        context: context, serverHostname: nil,
                        customVerificationCallback: { chain, verified in
                            if let first = chain.first { shown.succeed(first) }
                            verified.succeed(.certificateVerified)
                        }),
                    HandshakeFaults(shown),
                ])
            }
        }
        let connection = try await client.connect(host: "127.0.0.1", port: port).get()
        let certificate = try await shown.futureResult.get()
        connection.close(promise: nil)
        return try [.first, .second].first {
            try NIOSSLCertificate(bytes: Array($0.certificate.utf8), format: .pem) == certificate
        }
    }

    /// Ends the wait for a certificate that does not arrive.
    private final class HandshakeFaults: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let shown: EventLoopPromise<NIOSSLCertificate>

        init(_ shown: EventLoopPromise<NIOSSLCertificate>) {
            self.shown = shown
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            shown.fail(error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            shown.fail(ChannelError.eof)
        }
    }
}
