import CPictures
package import Imaging

extension Raster {
    /// Draws an SVG document of our own, in sRGB with an alpha band.
    ///
    /// - Throws: `ImagingError.unreadable` where the installed libvips cannot.
    package static func drawing(_ svg: String) throws -> Raster {
        try loader.get()
        do {
            var svg = svg
            return try svg.withUTF8 { bytes in
                try Raster(taking: cvips_svgload_buffer(bytes.baseAddress, bytes.count)).inMemory()
            }
        } catch is RasterFault {
            throw ImagingError.unreadable(
                reason: "libvips cannot draw samples: it was built without librsvg")
        }
    }

    /// Allows the loader of SVG in memory, which libvips does not trust, before something is drawn for the first
    /// time. The one for files, which is for uploads, stays closed.
    private static let loader = Result<Void, any Error> {
        try VipsLibrary.start()
        cvips_operation_block_set("VipsForeignLoadSvgBuffer", 0)
    }

    /// The picture with the noise of a camera, which repeats after 128 pixels.
    package func withGrain(seed: Int) throws -> Raster {
        let side: Int32 = 128
        let (width, height) = (Int32(width), Int32(height))
        let tile = try Raster(
            taking: cvips_noise(side, side, 3, Int32(truncatingIfNeeded: seed) & 0xFFFF))
        let noise = try tile.cast(to: VIPS_FORMAT_CHAR).inMemory()
            .deriving { cvips_replicate($0, width / side + 1, height / side + 1) }
            .deriving { cvips_extract_area($0, 0, 0, width, height) }
        return try joined(to: noise, by: cvips_add).cast(to: VIPS_FORMAT_UCHAR).inMemory()
    }

    /// The picture that an operation makes of two.
    package func joined(
        to other: Raster, by operation: (Pointer?, Pointer?) -> Pointer?
    ) throws -> Raster {
        try deriving { first in other.lending { operation(first, $0) } }
    }
}
