/// How large a picture may be.
public struct ImageLimits: Sendable, Hashable {
    /// The largest file, in bytes; 25 MB of a million bytes each unless told otherwise.
    public var maxBytes: Int

    /// The most pixels, width times height as the header claims; 100 million unless told otherwise.
    public var maxPixels: Int

    /// Makes limits.
    public init(maxBytes: Int = 25_000_000, maxPixels: Int = 100_000_000) {
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
    }
}
