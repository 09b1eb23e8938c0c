/// The header of a picture, read without decoding pixels.
public struct Picture: Sendable, Hashable {
    /// The kind of file.
    public var kind: FileKind

    /// The format of the file.
    public var format: PictureFormat

    /// The width in pixels, after the orientation is applied.
    public var width: Int

    /// The height in pixels, after the orientation is applied.
    public var height: Int

    /// The EXIF orientation of the stored pixels, 1 … 8.
    ///
    /// It is 1 for HEIF, whose decoder applies the container's rotation; the EXIF orientation does
    /// not count there.
    public var orientation: Int

    /// The bytes that the decoder holds at once; 0 if it needs only a few rows.
    var bytesHeld: Int

    /// The width and height of the stored pixels, before the orientation is applied.
    public var storedSize: (width: Int, height: Int) {
        orientation >= 5 ? (height, width) : (width, height)
    }
}

extension Picture {
    /// Determines the kind of a file from its bytes and reads its header.
    ///
    /// - Throws: an ``ImagingError`` if the file is not a picture that can be opened, is broken, or
    ///   exceeds the limits.
    public init(ofFileAt path: String, limits: ImageLimits = ImageLimits()) throws {
        var file = try FileBytes(path: path)
        guard file.size > 0 else { throw ImagingError.empty }
        guard file.size <= limits.maxBytes else {
            throw ImagingError.tooManyBytes(limit: limits.maxBytes, size: file.size)
        }
        let kind = try FileKind.of(file.bytes(at: 0, count: FileKind.judgedBytes))
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
        // JPEG's decoder notices truncation itself, and searching for the end mark takes longer.
        if format != .jpeg, try format.isCutOff(&file) { throw format.cutOff }
    }

    private init(headerAt path: String, kind: FileKind, format: PictureFormat) throws {
        let header: Raster
        do {
            header = try format.open(path: path)
        } catch is RasterFault {
            throw format.fault(ofFileAt: path)
        }
        self.kind = kind
        self.format = format
        orientation = format == .heif ? 1 : header.orientation
        (width, height) =
            orientation >= 5 ? (header.height, header.width) : (header.width, header.height)
        bytesHeld = header.width * header.height * format.bytesHeldPerPixel(header)
    }
}
