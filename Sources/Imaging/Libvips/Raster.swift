import CVips
import Foundation

/// A picture in libvips: a reference that is given back when the object goes.
///
/// Most operations only note what is to be done; pixels are read when a raster is written or
/// copied into memory. A raster stays on the thread that made it.
final class Raster {
    let pointer: UnsafeMutablePointer<VipsImage>

    /// Takes over a new reference; throws where libvips returned none.
    init(taking pointer: UnsafeMutablePointer<VipsImage>?) throws {
        guard let pointer else { throw RasterFault() }
        self.pointer = pointer
    }

    deinit { g_object_unref(pointer) }

    var width: Int { Int(vips_image_get_width(pointer)) }
    var height: Int { Int(vips_image_get_height(pointer)) }
    var bands: Int { Int(vips_image_get_bands(pointer)) }
    var interpretation: VipsInterpretation { vips_image_get_interpretation(pointer) }
    var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }

    /// The EXIF orientation, 1 … 8; 1 where there is none.
    var orientation: Int {
        let orientation = Int(vips_image_get_orientation(pointer))
        return (1...8).contains(orientation) ? orientation : 1
    }

    /// The nickname of the loader that opened the picture.
    var loaderNickname: String? {
        var name: UnsafePointer<CChar>?
        guard vips_image_get_typeof(pointer, "vips-loader") != 0,
            vips_image_get_string(pointer, "vips-loader", &name) == 0
        else { return nil }
        return name.map { String(cString: $0) }
    }
}

/// A failure inside libvips. What it says is shared between threads, so it is dropped here, and
/// the fault is described from the file instead.
struct RasterFault: Error {
    init() { vips_error_clear() }
}
