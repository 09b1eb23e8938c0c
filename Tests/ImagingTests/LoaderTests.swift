import CPictures
import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Loaders") struct LoaderTests {
    static let pinned: [(PictureFormat, loader: String, nickname: String)] = [
        (.jpeg, "VipsForeignLoadJpegFile", "jpegload"),
        (.png, "VipsForeignLoadPngFile", "pngload"),
        (.gif, "VipsForeignLoadNsgifFile", "gifload"),
        (.webp, "VipsForeignLoadWebpFile", "webpload"),
        (.heif, "VipsForeignLoadHeifFile", "heifload"),
        (.tiff, "VipsForeignLoadTiffFile", "tiffload"),
    ]

    @Test("Each format has a single loader, which opens its files", arguments: pinned)
    func pinsLoader(format: PictureFormat, loader: String, nickname: String) throws {
        let file = try TemporaryFile(Uploads.camera.encoded(as: format))

        let raster = try format.open(path: file.path)

        #expect(format.loader == loader)
        #expect(raster.loaderNickname == nickname)
        #expect(cvips_foreign_find_load(file.path).map { String(cString: $0) } == loader)
    }

    @Test("A format with a trusted loader is available", arguments: pinned)
    func hasTrustedLoaders(format: PictureFormat, loader: String, nickname: String) {
        let flags = cvips_operation_flags(cvips_type_from_name(loader))

        #expect(format.isAvailable)
        #expect(flags & VIPS_OPERATION_UNTRUSTED.rawValue == 0)
        #expect(flags & VIPS_OPERATION_BLOCKED.rawValue == 0)
    }

    @Test("BMP is unavailable, because its loader is untrusted")
    func refusesBMP() async throws {
        let refusal = try await Uploads.refusal(of: Strangers.bmp)

        #expect(!PictureFormat.bmp.isAvailable)
        #expect(
            refusal?.description
                == "This is a BMP picture, which cannot be opened here: save it as PNG or JPEG")
    }

    @Test("Documents have a single loader, which opens no pictures")
    func documents() throws {
        try VipsLibrary.start()
        let file = try TemporaryFile(TestDocument.pdf)

        let loader = cvips_foreign_find_load(file.path).map { String(cString: $0) }

        let expected: String? = DocumentPage.isAvailable ? "VipsForeignLoadPdfFile" : nil
        #expect(loader == expected)
        let kind = try FileKind.of(contentsOf: file.path)
        #expect(!kind.isPicture)
    }

    @Test(
        "All other loaders of libvips are blocked",
        arguments: Strangers.all.filter { $0.phrase != "a PDF document" })
    func closesOtherLoaders(stranger: Strangers.File) throws {
        try VipsLibrary.start()
        let file = try TemporaryFile(stranger.bytes)

        let loader = cvips_foreign_find_load(file.path)

        cvips_error_clear()
        if let loader {
            let flags = cvips_operation_flags(cvips_type_from_name(loader))
            #expect(flags & VIPS_OPERATION_BLOCKED.rawValue != 0)
        }
    }

    @Test("An SVG file is refused, also after the program has drawn one of its own")
    func drawings() async throws {
        _ = try Uploads.camera.drawn()
        let svg = Data(Uploads.camera.svg.utf8)
        let file = try TemporaryFile(svg)

        let refusal = try await Uploads.refusal(of: svg)

        let loader = cvips_foreign_find_load(file.path).map { String(cString: $0) }
        let flags = cvips_operation_flags(cvips_type_from_name("VipsForeignLoadSvgFile"))
        #expect(loader == nil || loader == "VipsForeignLoadSvgFile")
        #expect(flags & VIPS_OPERATION_BLOCKED.rawValue != 0)
        #expect(refusal?.description.hasPrefix("This is an SVG drawing") == true)
    }

    @Test("A loader does not open files of another format")
    func doesNotSniff() throws {
        let file = try TemporaryFile(Uploads.camera.encoded(as: .png))

        #expect(throws: RasterFault.self) { try PictureFormat.jpeg.open(path: file.path) }
    }
}
