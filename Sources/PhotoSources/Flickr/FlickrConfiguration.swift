/// The addresses and limits for Flickr.
public struct FlickrConfiguration: Sendable {
    /// An origin: scheme, host and port.
    public struct Origin: Sendable, Hashable {
        /// `https`, or `http` for a test server.
        public var scheme: String
        /// The host; its subdomains count too.
        public var host: String
        /// The port; nil for the scheme's default.
        public var port: Int?

        public init(scheme: String = "https", host: String, port: Int? = nil) {
            self.scheme = scheme
            self.host = host
            self.port = port
        }
    }

    /// The origin of the API.
    public var api = Origin(host: "api.flickr.com")
    /// The origin of images.
    public var images = Origin(host: "staticflickr.com")
    /// The time limit of a request, its answer included.
    public var timeLimit = Duration.seconds(20)
    /// The maximum number of attempts for a request.
    public var maxAttempts = 4
    /// The delay before the second attempt; it doubles for each further one.
    public var firstDelay = Duration.milliseconds(500)
    /// The maximum delay that a server may ask for. If it asks for a longer one, the request fails
    /// at once.
    public var longestDelay = Duration.seconds(60)
    /// The maximum size of an answer of the API, in bytes.
    public var maxAnswerBytes = 4_000_000
    /// The maximum size of an image, in bytes.
    public var maxImageBytes = 25_000_000
    /// The maximum number of photos taken over from a place; at most 500.
    public var photosPerPlace = 250

    /// The default configuration.
    public init() {}
}
