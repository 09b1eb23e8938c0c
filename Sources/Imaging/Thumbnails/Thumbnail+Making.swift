import CVips

extension Thumbnail {
    /// Makes the thumbnail of a picture file, on the calling thread.
    ///
    /// - Throws: an ``ImagingError`` that says what is wrong with the file.
    init(ofFileAt path: String, limits: ImageLimits) throws {
        let picture = try Picture(ofFileAt: path, limits: limits)
        do {
            source = picture
            png = try Self.square(of: picture, at: path)
                .pngData(compression: Self.compression, filter: Self.filter)
        } catch is RasterFault {
            throw ImagingError.broken(reason: picture.format.fault(ofFileAt: path))
        }
    }

    private static var compression: Int32 { 6 }
    private static var filter: VipsForeignPngFilter { VIPS_FOREIGN_PNG_FILTER_NONE }

    private static func square(of picture: Picture, at path: String) throws -> Raster {
        let stored = picture.storedSize
        let plan = ThumbnailPlan(width: stored.width, height: stored.height)
        var raster = try picture.format.open(path: path, shrink: plan.shrinkOnLoad)
        if let part = plan.part { raster = try raster.cropped(to: part) }
        // Memory comes before the crop: it makes the loader read the last rows too.
        let square = try raster.withoutUnusableProfile()
            .scaled(toWidth: plan.scaledWidth, height: plan.scaledHeight)
            .inMemory()
            .cropped(to: plan.middle)
        if plan.leavesRowsUnread { try picture.format.open(path: path).readThrough() }
        return try square.upright(from: picture.orientation)
            .converted(to: VIPS_INTERPRETATION_sRGB)
            .cast(to: VIPS_FORMAT_UCHAR)
    }
}
