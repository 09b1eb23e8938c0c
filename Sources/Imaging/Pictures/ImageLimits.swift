/// The maximum sizes of a picture.
public struct ImageLimits: Sendable, Hashable {
    /// The maximum size of the file in bytes; 25 million by default.
    public var maxBytes: Int

    /// The maximum number of pixels, as width times height of the header; 100 million by default.
    public var maxPixels: Int

    /// Makes limits; 25 MB and 100 megapixels by default.
    public init(maxBytes: Int = 25_000_000, maxPixels: Int = 100_000_000) {
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
    }
}
