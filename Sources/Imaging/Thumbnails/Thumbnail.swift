public import Foundation

/// A small square picture of the middle of another one.
public struct Thumbnail: Sendable, Hashable {
    /// The width and the height in pixels.
    public static let side = 320

    /// A PNG file in sRGB without metadata, transparent where the picture is.
    public var png: Data

    /// The original.
    public var source: Picture

    /// The format of the original.
    public var format: PictureFormat { source.format }
}
