import Dispatch
import Domain
import Foundation
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import Synchronization

/// The certificate and key of the server, reloaded when their files change: certificates are
/// renewed more often than the server restarts.
final class Certificate: Sendable {
    private struct Read: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    private struct State: Sendable {
        var read: Read
        var stamps: [FileStamp]
    }

    private let files: TLSFiles
    private let logger: Logger
    private let state: Mutex<State>
    /// The queue on which changed files are read.
    private let reading = DispatchQueue(label: "certificate")

    /// Reads the files.
    ///
    /// - Throws: ``ConfigurationError`` that names the file that cannot be read.
    init(_ files: TLSFiles, _ logger: Logger) throws {
        self.files = files
        self.logger = logger
        state = Mutex(State(read: try Self.read(files), stamps: Self.stamps(of: files)))
    }

    /// The configuration at the start; each connection gets the current files.
    func configuration() -> TLSConfiguration {
        let read = state.withLock { $0.read }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: read.chain, privateKey: read.key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.sslContextCallback = { [self] _, promise in
            if let read = unchanged {
                promise.succeed(Self.change(to: read))
            } else {
                // BoringSSL keeps an error of reading per thread, and a handshake on the same
                // thread would take it for its own.
                reading.async { promise.succeed(Self.change(to: self.current())) }
            }
        }
        return configuration
    }

    private static func change(to read: Read) -> NIOSSLContextConfigurationOverride {
        var change = NIOSSLContextConfigurationOverride()
        change.certificateChain = read.chain
        change.privateKey = read.key
        return change
    }

    /// The files as they were read, if they are unchanged.
    private var unchanged: Read? {
        state.withLock { Self.stamps(of: files) == $0.stamps ? $0.read : nil }
    }

    /// The current files. While only one of them is new, they do not match: then the former pair
    /// stays.
    private func current() -> Read {
        state.withLock { state in
            let stamps = Self.stamps(of: files)
            guard stamps != state.stamps else { return state.read }
            state.stamps = stamps
            do {
                state.read = try Self.read(files)
                logger.notice("The certificate was reloaded")
            } catch {
                logger.error(
                    "The certificate was not reloaded; the old one is still in use",
                    metadata: ["error": "\(error)"])
            }
            return state.read
        }
    }

    private static func stamps(of files: TLSFiles) -> [FileStamp] {
        [FileStamp(files.certificate), FileStamp(files.key)]
    }

    private static func read(_ files: TLSFiles) throws -> Read {
        for (name, file) in [("certificate", files.certificate), ("key", files.key)]
        where access(file, R_OK) != 0 {
            let reason = String(cString: strerror(errno))
            throw ConfigurationError("The \(name) \(file) cannot be read: \(reason).")
        }
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw ConfigurationError(
                "The certificate \(files.certificate) cannot be read as PEM: \(error)")
        }
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        } catch {
            throw ConfigurationError("The key \(files.key) cannot be read as PEM: \(error)")
        }
        let read = Read(chain: chain.map { .certificate($0) }, key: .privateKey(key))
        do {
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: read.chain, privateKey: read.key))
        } catch {
            throw ConfigurationError(
                "The key \(files.key) is not that of the certificate \(files.certificate): \(error)"
            )
        }
        return read
    }
}
