import CPictures

extension PictureFormat {
    /// The libvips name of the only loader that may open files of the format.
    public var loader: String { loaderFamily + "File" }

    /// Whether the installed libvips has the loader and trusts it with untrusted files.
    ///
    /// BMP is opened through ImageMagick only, which libvips marks as untrusted.
    public var isAvailable: Bool {
        guard (try? VipsLibrary.start()) != nil else { return false }
        return hasTrustedLoader
    }

    /// The common prefix of the loaders for files, memory and streams.
    var loaderFamily: String {
        switch self {
        case .jpeg: "VipsForeignLoadJpeg"
        case .png: "VipsForeignLoadPng"
        case .gif: "VipsForeignLoadNsgif"
        case .webp: "VipsForeignLoadWebp"
        case .heif: "VipsForeignLoadHeif"
        case .tiff: "VipsForeignLoadTiff"
        case .bmp: "VipsForeignLoadMagick"
        }
    }

    /// The same as ``isAvailable``, for use while libvips starts.
    var hasTrustedLoader: Bool {
        let flags = cvips_operation_flags(cvips_type_from_name(loader))
        return flags & VIPS_OPERATION_UNTRUSTED.rawValue == 0
    }
}
