/// How a picture of some size is brought to a square that it fills.
struct ThumbnailPlan: Hashable {
    /// How many times smaller the decoder makes the picture: 1, 2, 4 or 8.
    var shrinkOnLoad: Int

    /// The part of the stored picture that is scaled, nil for all of it. Only very long pictures
    /// are cut before scaling, because scaling all of one would need more pixels than it has.
    var part: PixelArea?

    /// The size after scaling, before the middle is taken out.
    var scaledWidth: Int
    var scaledHeight: Int

    /// The middle of the scaled picture from its top to its bottom.
    var middleColumns: PixelArea

    /// The middle of that: the square.
    var middleRows: PixelArea

    /// Whether rows at the end of the file are left out, so that they have to be read on their
    /// own to find out whether the file is whole.
    var leavesRowsUnread: Bool

    /// Plans for a stored picture of at least one pixel each way.
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

    /// The largest step that leaves a factor of two for a filter of good quality.
    private static func shrink(from short: Int, to side: Int) -> Int {
        [8, 4, 2].first { short >= side * $0 * 2 } ?? 1
    }
}
