import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("File kinds") struct FileKindTests {
    @Test("Every format is detected by its bytes", arguments: Uploads.formats)
    func recognisesPictures(format: PictureFormat) throws {
        let kind = try FileKind.of(Uploads.camera.encoded(as: format))

        #expect(kind.pictureFormat == format)
        #expect(kind.isPicture)
    }

    @Test("AVIF is a HEIF picture with a separate name")
    func recognisesAVIF() throws {
        let options = Uploads.options { $0.settings = "compression=av1" }

        let kind = try FileKind.of(Uploads.camera.encoded(as: .heif, options: options))

        #expect(
            kind == FileKind(mimeType: "image/avif", name: "AVIF picture", pictureFormat: .heif))
    }

    @Test("The file name is ignored")
    func ignoresNames() throws {
        let file = try TemporaryFile(Data("%PDF-1.7\n%âãÏÓ\n".utf8), name: "photo.jpg")

        let kind = try FileKind.of(contentsOf: file.path)

        #expect(kind == FileKind(mimeType: "application/pdf", name: "PDF document"))
    }

    @Test("Other file kinds have a description", arguments: Strangers.all)
    func namesStrangers(stranger: Strangers.File) throws {
        let kind = try FileKind.of(stranger.bytes)

        #expect(kind.phrase == stranger.phrase)
        #expect(kind.pictureFormat?.isAvailable ?? false == false)
    }

    @Test("libmagic’s descriptions are shortened to their first words")
    func shortensDescriptions() {
        #expect(FileKind.name(from: "Python script, ASCII text executable") == "Python script")
        #expect(FileKind.name(from: "Zstandard compressed data (v0.8+)") == "Zstandard compressed")
        #expect(FileKind.name(from: "data") == "file of an unknown kind")
    }

    @Test("The error of a missing file has its path")
    func reportsMissingFiles() {
        let expected = ImagingError.unreadable(
            reason: "there is no readable file at /nowhere/photo.jpg")

        #expect(throws: expected) { try FileKind.of(contentsOf: "/nowhere/photo.jpg") }
    }
}
