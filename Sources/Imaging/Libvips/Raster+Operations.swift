import CVips
import Foundation

extension Raster {
    /// The same pixels scaled to exactly this size, in sRGB.
    func scaled(toWidth width: Int, height: Int) throws -> Raster {
        try Raster(taking: cvips_thumbnail_image(pointer, Int32(width), Int32(height)))
    }

    func cropped(to area: PixelArea) throws -> Raster {
        try Raster(
            taking: cvips_extract_area(
                pointer, Int32(area.left), Int32(area.top), Int32(area.width),
                Int32(area.height)))
    }

    func inMemory() throws -> Raster {
        try Raster(taking: vips_image_copy_memory(pointer))
    }

    func converted(to space: VipsInterpretation) throws -> Raster {
        try Raster(taking: cvips_colourspace(pointer, space))
    }

    func cast(to format: VipsBandFormat) throws -> Raster {
        try Raster(taking: cvips_cast(pointer, format))
    }

    func rotated(by angle: VipsAngle) throws -> Raster {
        try Raster(taking: cvips_rotate(pointer, angle))
    }

    func flipped(_ direction: VipsDirection) throws -> Raster {
        try Raster(taking: cvips_flip(pointer, direction))
    }

    /// The picture as it is meant to be seen, from pixels that are stored with an orientation.
    func upright(from orientation: Int) throws -> Raster {
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

    /// The picture without an embedded colour profile that does not fit its pixels.
    ///
    /// Damaged profiles are common, and a picture is better shown in slightly other colours than
    /// refused.
    func withoutUnusableProfile() throws -> Raster {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(pointer, "icc-profile-data") != 0,
            vips_image_get_blob(pointer, "icc-profile-data", &bytes, &count) == 0
        else { return self }
        guard vips_icc_is_compatible_profile(pointer, bytes, count) == 0 else { return self }
        let copy = try Raster(taking: cvips_copy(pointer))
        vips_image_remove(copy.pointer, "icc-profile-data")
        return copy
    }

    /// Reads all pixels in order and keeps none, to find out whether they are there.
    func readThrough() throws {
        guard cvips_read_through(pointer) == 0 else { throw RasterFault() }
    }

    /// The picture as PNG without any metadata.
    func pngData(compression: Int32, filter: VipsForeignPngFilter) throws -> Data {
        try data { cvips_pngsave_buffer(pointer, compression, filter, $0, $1) }
    }

    /// Bytes that libvips allocated and that are freed with the value.
    func data(
        from save: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>)
            -> Int32
    ) throws -> Data {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard save(&bytes, &count) == 0, let bytes else { throw RasterFault() }
        return Data(
            bytesNoCopy: bytes, count: count,
            deallocator: .custom { bytes, _ in
                g_free(bytes)
            })
    }
}
