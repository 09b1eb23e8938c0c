/// The sizes, counts and times above which the server refuses a request.
public struct ServerLimits: Sendable {
    /// The maximum bytes of an uploaded file. Default: 25 MB.
    public var uploadBytes = 25_000_000
    /// The maximum pixels of a picture, according to its header. Default: 100 megapixels.
    public var pixels = 100_000_000
    /// The maximum number of fields and files in a form. Default: 1,000.
    public var formFields = 1_000
    /// The maximum bytes of all texts in a form. Default: 1 MiB.
    public var formBytes = 1 << 20
    /// The maximum bytes of all headers of a request. Default: 32 KiB.
    public var headerBytes = 32 << 10
    /// The maximum number of headers of a request. Default: 100.
    public var headerCount = 100
    /// The maximum number of open connections, including 500 windows that follow changes; further
    /// ones wait. Default: 768.
    public var connections = 768
    /// The seconds within which a body has to make progress; see ``minimumBytesPerSecond``. Default:
    /// 30.
    public var readTimeoutSeconds = 30
    /// The seconds that a connection may be idle, or take to send its headers. Default: 60.
    public var idleTimeoutSeconds = 60
    /// The seconds for reading one page or list: a predicate can ask for any amount of work, and
    /// only few reads run at once. Default: 5.
    public var queryTimeoutSeconds = 5
    /// The seconds within which a request waits for the end of an import; after that the page shows
    /// the progress. Default: 1.
    public var importSeconds = 1
    /// The seconds for which a request waits for the notification of a save on another server;
    /// after that it is answered anyway. Default: 2.
    public var hearingSeconds = 2
    /// The seconds for running requests to end when the server stops. Default: 30.
    public var shutdownSeconds = 30

    /// The bytes a second below which a body counts as an attempt to hold a connection, and not as
    /// a slow network.
    public var minimumBytesPerSecond = 256

    /// The maximum bytes of a body that are read after the request was refused. Default: 1 MiB.
    public var restBytes = 1 << 20
    /// The seconds for reading the rest of such a body. Default: 2.
    public var restSeconds = 2

    /// The maximum bytes of cached pages; 0 turns the page cache off. Default: 16 MiB.
    public var pageCacheBytes = 16 << 20

    /// The maximum bytes of a form with a file: the file, the texts, and the encoding. Default: 102
    /// MB.
    ///
    /// A file above its own limit is read to its end and dropped, so that the form can be shown
    /// again with its texts. Four times the limit leaves room for the photos of phones.
    public var requestBytes: Int { 4 * uploadBytes + 2 * formBytes }

    /// The default limits.
    public init() {}
}

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
