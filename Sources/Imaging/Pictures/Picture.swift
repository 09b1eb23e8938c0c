/// What the header of a picture says, before any pixel is decoded.
public struct Picture: Sendable, Hashable {
    public var kind: FileKind
    public var format: PictureFormat

    /// The width in pixels of the picture as it is meant to be seen.
    public var width: Int

    /// The height in pixels of the picture as it is meant to be seen.
    public var height: Int

    /// The EXIF orientation of the stored pixels, 1 … 8.
    ///
    /// It is 1 for HEIF, whose own rotation is applied by the decoder and whose EXIF orientation
    /// means nothing.
    public var orientation: Int

    /// The width and height of the pixels as they are stored, before the orientation is applied.
    public var storedSize: (width: Int, height: Int) {
        orientation >= 5 ? (height, width) : (width, height)
    }
}

extension Picture {
    /// Judges a file by its bytes and reads its header.
    ///
    /// - Throws: an ``ImagingError`` where the file is no picture that can be opened, is broken,
    ///   or exceeds the limits.
    public init(ofFileAt path: String, limits: ImageLimits = ImageLimits()) throws {
        let start = try FileStart(path: path, count: FileKind.judgedBytes)
        guard start.size > 0 else { throw ImagingError.empty }
        guard start.size <= limits.maxBytes else {
            throw ImagingError.tooManyBytes(limit: limits.maxBytes, size: start.size)
        }
        let kind = try FileKind.of(start.bytes)
        guard let format = kind.pictureFormat, format.isAvailable else {
            throw ImagingError.unsupported(kind)
        }
        try self.init(headerAt: path, kind: kind, format: format)
        guard width.multipliedReportingOverflow(by: height).overflow == false,
            width * height <= limits.maxPixels
        else {
            throw ImagingError.tooManyPixels(
                limit: limits.maxPixels, width: width, height: height)
        }
    }

    private init(headerAt path: String, kind: FileKind, format: PictureFormat) throws {
        let header: Raster
        do {
            header = try format.open(path: path)
        } catch is RasterFault {
            throw ImagingError.broken(reason: format.fault(ofFileAt: path))
        }
        self.kind = kind
        self.format = format
        orientation = format == .heif ? 1 : header.orientation
        (width, height) =
            orientation >= 5 ? (header.height, header.width) : (header.width, header.height)
    }
}
