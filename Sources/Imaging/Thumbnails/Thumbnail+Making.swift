import CPictures

extension Thumbnail {
    /// Makes the thumbnail of a picture file, on the calling thread.
    ///
    /// - Throws: an ``ImagingError`` that says what is wrong with the file.
    init(ofFileAt path: String, limits: ImageLimits) throws {
        let picture = try Picture(ofFileAt: path, limits: limits)
        do {
            source = picture
            let square = try LargeDecoding.run(holding: picture.bytesHeld) {
                try Self.square(of: picture, at: path)
            }
            png = try square.pngData(compression: Self.compression, filter: Self.filter)
                .withoutPNGMetadata()
        } catch is RasterFault {
            throw picture.format.fault(ofFileAt: path)
        }
    }

    private static var compression: Int32 { 6 }
    private static var filter: VipsForeignPngFilter { VIPS_FOREIGN_PNG_FILTER_NONE }

    private static func square(of picture: Picture, at path: String) throws -> Raster {
        let stored = picture.storedSize
        let plan = ThumbnailPlan(width: stored.width, height: stored.height)
        var raster = try picture.format.open(path: path, shrink: plan.shrinkOnLoad)
        if let part = plan.part { raster = try raster.cropped(to: part) }
        // Columns are cut before scaling, and rows after it: so the loader reads the last row too,
        // and notices a truncated file.
        let square = try raster.withoutUnusableProfile()
            .scaled(toWidth: plan.scaledWidth, height: plan.scaledHeight)
            .cropped(to: plan.middleColumns)
            .inMemory()
            .cropped(to: plan.middleRows)
        if plan.leavesRowsUnread { try readToTheEnd(of: picture, at: path) }
        return try square.upright(from: picture.orientation)
            .converted(to: VIPS_INTERPRETATION_sRGB)
            .cast(to: VIPS_FORMAT_UCHAR)
    }

    /// Makes sure that a file is complete if only its first rows have been read.
    private static func readToTheEnd(of picture: Picture, at path: String) throws {
        try picture.format.open(path: path).readThrough()
        var file = try FileBytes(path: path)
        if try picture.format.isCutOff(&file) { throw picture.format.cutOff }
    }
}
