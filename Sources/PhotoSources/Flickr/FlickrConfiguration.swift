/// How Flickr is asked.
public struct FlickrConfiguration: Sendable {
    /// Where something is served from.
    public struct Origin: Sendable, Hashable {
        /// `https`, or `http` for a server of a test.
        public var scheme: String
        /// The host; those below it count too.
        public var host: String
        /// The port; nil for the scheme's own.
        public var port: Int?

        /// Makes an origin.
        public init(scheme: String = "https", host: String, port: Int? = nil) {
            self.scheme = scheme
            self.host = host
            self.port = port
        }
    }

    /// Where the API is.
    public var api = Origin(host: "api.flickr.com")
    /// Where images may come from.
    public var images = Origin(host: "staticflickr.com")
    /// How long one request may take, its answer included.
    public var timeLimit = Duration.seconds(20)
    /// How often a request is made at most.
    public var maxAttempts = 4
    /// How long to wait before the second attempt; each further one waits twice as long.
    public var firstDelay = Duration.milliseconds(500)
    /// How long to wait for a server that says when it may be asked again. If it names a longer time,
    /// the request fails at once.
    public var longestDelay = Duration.seconds(60)
    /// The greatest answer of the API, in bytes.
    public var maxAnswerBytes = 4_000_000
    /// The greatest image, in bytes.
    public var maxImageBytes = 25_000_000
    /// How many photos of a place are taken over; at most 500.
    public var photosPerPlace = 250

    /// The usual ones.
    public init() {}
}
