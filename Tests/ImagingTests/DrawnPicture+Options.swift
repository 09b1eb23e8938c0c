import CPictures
import Drawing
import Foundation

@testable import Imaging

extension DrawnPicture {
    /// The kinds of files that only tests write.
    struct Options: Sendable, Hashable {
        /// The colour spaces of a file.
        enum Colours: Sendable {
            case sRGB, grey, cmyk, displayP3
        }

        var colours = Colours.sRGB
        /// Whether the file embeds the colour profile, if the colour space has one.
        var embedsProfile = true
        /// Whether each colour has 16 bits instead of 8; PNG and TIFF only.
        var isDeep = false
        /// Whether everything outside an ellipse in the middle is transparent; not for JPEG.
        var isTransparent = false
        /// The number of frames of an animation; GIF and WebP only. Later frames are upside down.
        var frames = 1
        /// The settings of libvips for the format.
        var settings = ""
    }

    /// The picture as a file.
    ///
    /// - Parameter orientation: the EXIF orientation, 1 … 8. The pixels are stored turned, so that
    /// every orientation shows the same picture. HEIF files have the turned pixels and the EXIF
    /// entry, but no rotation of the container.
    func encoded(
        as format: PictureFormat, orientation: Int, options: Options = Options()
    ) throws -> Data {
        let inverse = [6: 8, 8: 6][orientation] ?? orientation
        let drawn = try options.isTransparent ? Raster.drawing(oval) : drawn()
        let frame = try inColours(drawn, options).upright(from: inverse)
        let film = try (1..<options.frames).reduce(frame) { film, _ in
            try film.joined(to: frame.upright(from: 3), by: cvips_join_vertically)
        }.inMemory()
        film.lending { pointer in
            cvips_image_set_int(pointer, "orientation", Int32(orientation))
            if options.frames > 1 {
                cvips_image_set_int(pointer, "page-height", Int32(frame.height))
            }
            if !options.embedsProfile { _ = cvips_image_remove(pointer, "icc-profile-data") }
        }
        return try film.encoded(as: format, options.settings)
    }

    func encoded(as format: PictureFormat, options: Options) throws -> Data {
        try encoded(as: format, orientation: 1, options: options)
    }

    private var oval: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
        <clipPath id="oval"><ellipse cx="\(width / 2)" cy="\(height / 2)" rx="\(width * 4 / 9)" \
        ry="\(height * 4 / 9)"/></clipPath><g clip-path="url(#oval)">\(svg)</g></svg>
        """
    }

    private func inColours(_ raster: Raster, _ options: Options) throws -> Raster {
        let depth: Int32 = options.isDeep ? 16 : 8
        switch options.colours {
        case .sRGB:
            return options.isDeep ? try raster.converted(to: VIPS_INTERPRETATION_RGB16) : raster
        case .grey:
            return try raster.converted(
                to: options.isDeep ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
        case .cmyk: return try raster.deriving { cvips_icc_transform($0, "cmyk", depth) }
        case .displayP3: return try raster.deriving { cvips_icc_transform($0, "p3", depth) }
        }
    }
}
