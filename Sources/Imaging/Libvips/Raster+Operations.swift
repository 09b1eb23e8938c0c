package import CPictures
package import Foundation

extension Raster {
    /// The picture scaled to exactly this size; in sRGB if it has a color profile.
    func scaled(toWidth width: Int, height: Int) throws -> Raster {
        let scale = hasProfile ? cvips_thumbnail_image_managed : cvips_thumbnail_image
        return try deriving { scale($0, Int32(width), Int32(height)) }
    }

    func cropped(to area: PixelArea) throws -> Raster {
        try deriving {
            cvips_extract_area(
                $0, Int32(area.left), Int32(area.top), Int32(area.width),
                Int32(area.height))
        }
    }

    package func inMemory() throws -> Raster {
        try deriving { cvips_image_copy_memory($0) }
    }

    package func converted(to space: VipsInterpretation) throws -> Raster {
        try deriving { cvips_colourspace($0, space) }
    }

    /// The picture without its alpha band, on white.
    package func opaque() throws -> Raster {
        try deriving { cvips_flatten($0) }
    }

    /// The lightness alone, one byte for each pixel; transparent ones are white.
    func luminance() throws -> Raster {
        let gray = try converted(to: VIPS_INTERPRETATION_B_W)
        let flat = gray.bands > 1 ? try gray.opaque() : gray
        return try flat.cast(to: VIPS_FORMAT_UCHAR).inMemory()
    }

    package func cast(to format: VipsBandFormat) throws -> Raster {
        try deriving { cvips_cast($0, format) }
    }

    func rotated(by angle: VipsAngle) throws -> Raster {
        try deriving { cvips_rotate($0, angle) }
    }

    /// The picture turned clockwise, in one that is as much larger.
    func turned(by degrees: Double) throws -> Raster {
        try deriving { cvips_turn($0, degrees) }
    }

    func flipped(_ direction: VipsDirection) throws -> Raster {
        try deriving { cvips_flip($0, direction) }
    }

    /// The picture with its stored orientation applied.
    package func upright(from orientation: Int) throws -> Raster {
        switch orientation {
        case 2: try flipped(VIPS_DIRECTION_HORIZONTAL)
        case 3: try rotated(by: VIPS_ANGLE_D180)
        case 4: try flipped(VIPS_DIRECTION_VERTICAL)
        case 5: try rotated(by: VIPS_ANGLE_D90).flipped(VIPS_DIRECTION_HORIZONTAL)
        case 6: try rotated(by: VIPS_ANGLE_D90)
        case 7: try rotated(by: VIPS_ANGLE_D270).flipped(VIPS_DIRECTION_HORIZONTAL)
        case 8: try rotated(by: VIPS_ANGLE_D270)
        default: self
        }
    }

    /// The picture without an embedded color profile that does not match its pixels.
    ///
    /// Damaged profiles are common, and slightly wrong colors are better than no picture.
    func withoutUnusableProfile() throws -> Raster {
        guard hasProfile, !hasUsableProfile else { return self }
        let copy = try deriving { cvips_copy($0) }
        copy.lending { _ = cvips_image_remove($0, "icc-profile-data") }
        return copy
    }

    private var hasProfile: Bool { has("icc-profile-data") }

    private var hasUsableProfile: Bool {
        lending { pointer in
            var bytes: UnsafeRawPointer?
            var count = 0
            return cvips_image_get_blob(pointer, "icc-profile-data", &bytes, &count) == 0
                && cvips_icc_is_compatible_profile(pointer, bytes, count) != 0
        }
    }

    /// Decodes all pixels without keeping them, to make sure that they are complete.
    func readThrough() throws {
        guard lending({ cvips_read_through($0) }) == 0 else { throw RasterFault() }
    }

    /// The picture as PNG without any metadata.
    func pngData(compression: Int32, filter: VipsForeignPngFilter) throws -> Data {
        try data { cvips_pngsave_buffer($0, compression, filter, $1, $2) }
    }

    /// Wraps bytes that libvips has allocated, and frees them with the value.
    package func data(
        from save: (
            Pointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>
        ) -> Int32
    ) throws -> Data {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard lending({ save($0, &bytes, &count) }) == 0, let bytes else { throw RasterFault() }
        return Data(
            bytesNoCopy: bytes, count: count,
            deallocator: .custom { bytes, _ in
                cvips_free(bytes)
            })
    }
}
