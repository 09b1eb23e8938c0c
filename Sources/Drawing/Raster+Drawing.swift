import CPictures
package import Imaging

extension Raster {
    /// The picture stretched to exactly this size.
    func enlarged(toWidth width: Int, height: Int) throws -> Raster {
        if (self.width, self.height) == (width, height) { return self }
        let scaled = try deriving {
            cvips_resize(
                $0, (Double(width) + 0.01) / Double(self.width),
                (Double(height) + 0.01) / Double(self.height))
        }
        return try scaled.deriving { cvips_extract_area($0, 0, 0, Int32(width), Int32(height)) }
    }

    /// The picture with the noise of a camera.
    package func withGrain(seed: Int) throws -> Raster {
        let noise = try Raster(
            taking: cvips_noise(
                Int32(width), Int32(height), 3, Int32(truncatingIfNeeded: seed) & 0xFFFF))
        let sum = try joined(to: noise, by: cvips_add)
        return try sum.cast(to: VIPS_FORMAT_UCHAR).inMemory()
    }

    /// The picture with an alpha band that is opaque inside an ellipse only.
    func withOvalAlpha() throws -> Raster {
        let side = 256
        var mask = Canvas(width: side, height: side, top: .black, bottom: .black)
        mask.paint(
            Layer(.ellipse(.zero, radii: Point(0.45, 0.45)), .white, .white, softness: 0.02))
        let bytes = stride(from: 0, to: side * side * 3, by: 3).map { [all = mask.bytes] in all[$0]
        }
        let alpha = try Raster(
            taking: bytes.withUnsafeBytes {
                cvips_from_memory($0.baseAddress, $0.count, Int32(side), Int32(side), 1)
            })
        return try joined(to: alpha.enlarged(toWidth: width, height: height), by: cvips_bandjoin)
    }

    /// An animation whose later frames are negatives of the first.
    func withFrames(_ count: Int) throws -> Raster {
        guard count > 1 else { return self }
        let negative = try deriving { cvips_linear($0, -1, 255) }.cast(
            to: VIPS_FORMAT_UCHAR)
        var film = self
        for _ in 1..<count {
            film = try film.joined(to: negative, by: cvips_join_vertically)
        }
        film = try film.inMemory()
        film.lending { cvips_image_set_int($0, "page-height", Int32(height)) }
        return film
    }

    private func joined(
        to other: Raster, by operation: (Pointer?, Pointer?) -> Pointer?
    ) throws -> Raster {
        try deriving { first in other.lending { operation(first, $0) } }
    }
}
