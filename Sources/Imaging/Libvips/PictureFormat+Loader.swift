import CPictures

extension PictureFormat {
    /// The name in libvips of the one loader that may open files of the format.
    public var loader: String { loaderFamily + "File" }

    /// Whether the installed libvips has the loader and trusts it with files of strangers.
    ///
    /// BMP is opened through ImageMagick only, which libvips itself marks as unsafe.
    public var isAvailable: Bool {
        guard (try? VipsLibrary.start()) != nil else { return false }
        return hasTrustedLoader
    }

    /// The loaders for files, memory and streams have this beginning in common.
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

    /// As ``isAvailable``, for use while libvips is being started.
    var hasTrustedLoader: Bool {
        let flags = cvips_operation_flags(cvips_type_from_name(loader))
        return flags & VIPS_OPERATION_UNTRUSTED.rawValue == 0
    }
}
