import CPictures
package import Foundation

/// The first page of a PDF document, as a small picture.
package enum DocumentPage {
    /// The command that makes the thumbnail in a separate process.
    package static let command = "document-page"

    /// The common prefix of libvips' loaders for PDF; libvips may be built without one.
    static let loaderFamily = "VipsForeignLoadPdf"

    /// The maximum width or height of a page in points: the limit of PDF itself.
    private static let maximumSide = 14_400
    /// The aspect ratio from which a page gets no thumbnail.
    private static let maximumAspectRatio = 20

    /// Whether the installed libvips can load PDF.
    static var isAvailable: Bool {
        guard (try? VipsLibrary.start()) != nil else { return false }
        return cvips_operation_flags(cvips_type_from_name(loaderFamily + "File")) != ~0
    }

    /// The top of the first page as a square PNG; nil for a document that needs a password, is
    /// damaged, or cannot be opened here.
    static func thumbnail(ofFileAt path: String) -> Data? {
        guard isAvailable else { return nil }
        guard let command = SeparateProcess.command(command) else {
            return picture(ofFileAt: path)
        }
        return thumbnail(ofFileAt: path, by: command)
    }

    /// Makes the thumbnail in a separate process.
    static func thumbnail(ofFileAt path: String, by command: [String]) -> Data? {
        SeparateProcess.run(command, on: path).flatMap {
            $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? $0 : nil
        }
    }

    /// Makes the thumbnail in this process.
    package static func picture(ofFileAt path: String) -> Data? {
        guard isAvailable else { return nil }
        VipsLibrary.openDocuments()
        do {
            return try square(ofFileAt: path)?.pngData(
                compression: 6, filter: VIPS_FOREIGN_PNG_FILTER_NONE
            ).withoutPNGMetadata()
        } catch {
            // The document stays, with an icon instead of a thumbnail.
            return nil
        }
    }

    private static func square(ofFileAt path: String) throws -> Raster? {
        let whole = try page(path, scale: 1)
        let (short, long) = (min(whole.width, whole.height), max(whole.width, whole.height))
        guard short > 0, long <= maximumSide, long / short < maximumAspectRatio else { return nil }
        // One pixel more than needed, since the loader rounds.
        let page = try page(path, scale: Double(Thumbnail.side + 1) / Double(short))
        guard page.width >= Thumbnail.side, page.height >= Thumbnail.side else { return nil }
        let area = PixelArea(
            left: (page.width - Thumbnail.side) / 2, top: 0, width: Thumbnail.side,
            height: Thumbnail.side)
        return try page.cropped(to: area).converted(to: VIPS_INTERPRETATION_sRGB)
            .cast(to: VIPS_FORMAT_UCHAR).inMemory()
    }

    private static func page(_ path: String, scale: Double) throws -> Raster {
        try Raster(taking: cvips_pdfload(path, VIPS_FAIL_ON_ERROR, scale))
    }
}
