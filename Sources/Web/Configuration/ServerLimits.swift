/// The sizes, counts and times above which the server refuses a request.
public struct ServerLimits: Sendable {
    /// Bytes of one uploaded file. Default: 25 MB.
    public var uploadBytes = 25_000_000
    /// Pixels of one picture, read from its header before it is decoded. Default: 100 megapixels.
    public var pixels = 100_000_000
    /// Fields and files of one form. Default: 1,000.
    public var formFields = 1_000
    /// Bytes of all text in one form. Default: 1 MiB.
    public var formBytes = 1 << 20
    /// Bytes of all headers of a request. Default: 32 KiB.
    public var headerBytes = 32 << 10
    /// Headers of a request. Default: 100.
    public var headerCount = 100
    /// Connections that are open at once, those of 500 windows that follow changes among them; more of
    /// them wait. Default: 768.
    public var connections = 768
    /// Seconds in which a body has to make progress; see ``leastBytesPerSecond``. Default: 30.
    public var readTimeoutSeconds = 30
    /// Seconds a connection may stay silent, or take to send its headers. Default: 60.
    public var idleTimeoutSeconds = 60
    /// Seconds that reading one page or list may take: a predicate can ask for any amount of work, and
    /// few read at once. Default: 5.
    public var queryTimeoutSeconds = 5
    /// Seconds in which a person is answered with the end of an import; then the page says how far it is.
    /// Default: 1.
    public var importSeconds = 1
    /// Seconds in which a server hears of what somebody has saved on another one of the same database; then
    /// it answers all the same. Default: 2.
    public var hearingSeconds = 2
    /// Seconds that requests under way get to end when the server stops. Default: 30.
    public var shutdownSeconds = 30

    /// Bytes a second below which a body counts as a way to hold a connection rather than as a
    /// slow network.
    public var leastBytesPerSecond = 256

    /// Bytes of a body that are still taken after its request was refused. Default: 1 MiB.
    public var restBytes = 1 << 20
    /// Seconds in which the rest of such a body is still taken. Default: 2.
    public var restSeconds = 2

    /// Bytes of pages that are kept in memory until something is saved; 0 makes each page anew.
    /// Default: 16 MiB.
    public var keptPageBytes = 16 << 20

    /// Bytes of a whole form with a file: the file, the text, and what surrounds them. Default:
    /// 102 MB.
    ///
    /// A file above its own limit is read to its end and not kept, so that the form can come back
    /// with what was typed. That is worth four times the limit: what a phone's camera makes.
    public var requestBytes: Int { 4 * uploadBytes + 2 * formBytes }

    /// Makes the default limits.
    public init() {}
}
