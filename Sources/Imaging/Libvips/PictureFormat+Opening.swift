import CPictures

extension PictureFormat {
    /// Opens a file with the format's loader only.
    ///
    /// - Parameter shrink: the factor by which the loader may shrink the picture while decoding: 1,
    ///   2, 4 or 8. Only JPEG and WebP do so; the others ignore it.
    func open(path: String, shrink: Int = 1) throws -> Raster {
        try VipsLibrary.start()
        switch self {
        case .jpeg:
            return try Raster(taking: cvips_jpegload(path, failOn, Int32(shrink)))
        case .png: return try Raster(taking: cvips_pngload(path, failOn))
        case .gif: return try Raster(taking: cvips_gifload(path, failOn))
        case .webp:
            return try Raster(taking: cvips_webpload(path, failOn, 1 / Double(shrink)))
        case .tiff: return try Raster(taking: cvips_tiffload(path, failOn))
        case .heif: return try Raster(taking: cvips_heifload(path, failOn))
        case .bmp: throw RasterFault()
        }
    }

    /// The bytes for each pixel that the decoder holds until the last row is read.
    func bytesHeldPerPixel(_ header: Raster) -> Int {
        switch self {
        case .jpeg: header.isInterlaced ? 2 * header.bands : 0
        case .png: header.isInterlaced ? header.bytesPerPixel : 0
        case .gif, .webp: 4
        case .heif: 2 * header.bytesPerPixel
        case .tiff: header.bytesPerPixel
        case .bmp: 0
        }
    }

    /// Truncated files are refused; a decoder's other warnings are ignored.
    private var failOn: VipsFailOn { VIPS_FAIL_ON_TRUNCATED }
}
