/// The steps that turn a picture of some size into a square thumbnail.
struct ThumbnailPlan: Hashable {
    /// The factor by which the decoder shrinks the picture: 1, 2, 4 or 8.
    var shrinkOnLoad: Int

    /// The part of the stored picture that is scaled, nil for all of it. Only very long pictures
    /// are cut before scaling: otherwise a scaled one would have more pixels than the original.
    var part: PixelArea?

    /// The size after scaling, before cropping.
    var scaledWidth: Int
    var scaledHeight: Int

    /// The middle columns of the scaled picture, in full height.
    var middleColumns: PixelArea

    /// The middle rows of those: the square.
    var middleRows: PixelArea

    /// Whether rows at the end of the file stay unread, so that they have to be read separately to
    /// make sure that the file is complete.
    var leavesRowsUnread: Bool

    /// Plans for a stored picture of at least one pixel in each direction.
    init(width: Int, height: Int, side: Int = Thumbnail.side) {
        let short = min(width, height)
        let isLong = max(width, height) > Self.longRatio * short
        shrinkOnLoad = isLong ? 1 : Self.shrink(from: short, to: side)
        if isLong {
            part = PixelArea(
                left: (width - short) / 2, top: (height - short) / 2, width: short, height: short)
            (scaledWidth, scaledHeight) = (side, side)
        } else {
            scaledWidth = Self.scaled(width, from: short, to: side)
            scaledHeight = Self.scaled(height, from: short, to: side)
        }
        middleColumns = PixelArea(
            left: (scaledWidth - side) / 2, top: 0, width: side, height: scaledHeight)
        middleRows = PixelArea(
            left: 0, top: (scaledHeight - side) / 2, width: side, height: side)
        leavesRowsUnread = isLong && height > width
    }

    private static let longRatio = 4

    private static func scaled(_ length: Int, from short: Int, to side: Int) -> Int {
        (length * side + short / 2) / short
    }

    /// The largest factor that leaves at least a factor of two for a filter of good quality.
    private static func shrink(from short: Int, to side: Int) -> Int {
        [8, 4, 2].first { short >= side * $0 * 2 } ?? 1
    }
}

/// A rectangle of pixels.
struct PixelArea: Hashable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
}
