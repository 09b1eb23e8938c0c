/// The files by which connections are encrypted, in PEM.
public struct TLSFiles: Sendable, Equatable {
    /// The certificate of this server, and those that vouch for it.
    public var certificate: String
    /// The key of the certificate.
    public var key: String

    /// Names the files.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
