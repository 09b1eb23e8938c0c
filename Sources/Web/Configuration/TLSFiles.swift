/// The PEM files for TLS.
public struct TLSFiles: Sendable, Equatable {
    /// The certificate of the server with its chain.
    public var certificate: String
    /// The key of the certificate.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
