import CPictures
public import Foundation
public import Imaging

extension DrawnPicture {
    /// Draws the picture and encodes it as a file.
    ///
    /// - Parameters:
    ///   - format: any but BMP, which libvips cannot write safely.
    ///   - exif: entries as a camera writes them, by directory and tag: `ifd0-Model`, or
    /// `ifd3-GPSLatitude` with `48/1 51/1 2964/100`.
    /// - Throws: `ImagingError.unreadable` where libvips cannot draw, or write such a file.
    public func encoded(as format: PictureFormat, exif: [String: String] = [:]) throws -> Data {
        try drawn().encoded(as: format, exif: exif)
    }

    /// The pixels, with grain.
    package func drawn() throws -> Raster {
        try Raster.drawing(svg).opaque().withGrain(seed: seed)
    }
}

extension Raster {
    /// The picture as a file.
    ///
    /// - Parameter settings: further ones of libvips for the format.
    package func encoded(
        as format: PictureFormat, exif: [String: String] = [:], _ settings: String = ""
    ) throws -> Data {
        for (entry, value) in exif.sorted(by: { $0.key < $1.key }) {
            lending { cvips_image_set_string($0, "exif-\(entry)", value) }
        }
        do {
            let usual: [PictureFormat: String] = [
                .jpeg: "Q=80,", .heif: "effort=2,", .tiff: "compression=lzw,",
            ]
            let suffix = ".\(format.fileExtension)[\(usual[format] ?? "")\(settings)]"
            return try data { cvips_save_buffer($0, suffix, $1, $2) }
        } catch is RasterFault {
            throw ImagingError.unreadable(
                reason: "libvips cannot write a \(format.label) picture like this one")
        }
    }
}
