import CPictures
public import Foundation
public import Imaging

extension DrawnPicture {
    /// Draws the picture and encodes it as a file.
    ///
    /// - Parameters:
    ///   - format: any but BMP, which libvips cannot write safely.
    ///   - orientation: the EXIF orientation, 1 … 8. The pixels are stored turned, so that every
    /// orientation shows the same picture. HEIF files have the turned pixels and the EXIF entry,
    /// but no rotation of the container.
    ///   - options: the options of the encoding.
    /// - Throws: `ImagingError.unreadable` where libvips cannot write such a file.
    public func encoded(
        as format: PictureFormat, orientation: Int = 1, options: Options = Options()
    ) throws -> Data {
        try VipsLibrary.start()
        let inverse = [6: 8, 8: 6][orientation] ?? orientation
        do {
            let stored = try inColours(drawn(options), options)
                .upright(from: inverse).inMemory().withFrames(options.frames)
            stored.lending { pointer in
                cvips_image_set_int(pointer, "orientation", Int32(orientation))
                for (entry, value) in options.exif {
                    cvips_image_set_string(pointer, "exif-\(entry)", value)
                }
                if !options.embedsProfile { _ = cvips_image_remove(pointer, "icc-profile-data") }
            }
            let suffix = suffix(format, options)
            return try stored.data { cvips_save_buffer($0, suffix, $1, $2) }
        } catch is RasterFault {
            throw ImagingError.unreadable(
                reason: "libvips cannot write a \(format.label) picture like this one")
        }
    }

    private func suffix(_ format: PictureFormat, _ options: Options) -> String {
        var settings: [String] = []
        switch format {
        case .jpeg, .webp: settings.append("Q=\(options.quality)")
        case .heif: settings.append("Q=\(options.quality),effort=2")
        case .tiff: settings.append("compression=lzw")
        case .png, .gif, .bmp: break
        }
        if options.isInterlaced { settings.append("interlace") }
        if options.hasPalette { settings.append("palette") }
        let ending = format == .heif && options.usesAV1 ? "avif" : format.fileExtension
        return ".\(ending)[\(settings.joined(separator: ","))]"
    }

    /// The picture in sRGB, with grain.
    private func drawn(_ options: Options) throws -> Raster {
        let small = paintedCanvas()
        let bytes = small.bytes
        let painted = try Raster(
            taking: bytes.withUnsafeBytes {
                cvips_from_memory(
                    $0.baseAddress, $0.count, Int32(small.width), Int32(small.height), 3)
            })
        let sized = try painted.enlarged(toWidth: width, height: height)
        let grained = options.hasGrain ? try sized.withGrain(seed: seed) : sized
        return options.isTransparent ? try grained.withOvalAlpha() : grained
    }

    private func inColours(_ raster: Raster, _ options: Options) throws -> Raster {
        let depth: Int32 = options.isDeep ? 16 : 8
        switch options.colours {
        case .sRGB:
            return options.isDeep ? try raster.converted(to: VIPS_INTERPRETATION_RGB16) : raster
        case .grey:
            return try raster.converted(
                to: options.isDeep ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
        case .cmyk:
            return try raster.deriving { cvips_icc_transform($0, "cmyk", depth) }
        case .displayP3:
            return try raster.deriving { cvips_icc_transform($0, "p3", depth) }
        }
    }
}
