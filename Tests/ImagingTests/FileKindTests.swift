import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("File kinds") struct FileKindTests {
    @Test("Every format is recognised by its bytes", arguments: Uploads.formats)
    func recognisesPictures(format: PictureFormat) throws {
        let kind = try FileKind.of(Uploads.camera.encoded(as: format))

        #expect(kind.pictureFormat == format)
        #expect(kind.isPicture)
    }

    @Test("AVIF is a HEIF picture with its own name")
    func recognisesAVIF() throws {
        let options = Uploads.options { $0.usesAV1 = true }

        let kind = try FileKind.of(Uploads.camera.encoded(as: .heif, options: options))

        #expect(
            kind == FileKind(mimeType: "image/avif", name: "AVIF picture", pictureFormat: .heif))
    }

    @Test("The name of a file decides nothing")
    func ignoresNames() throws {
        let file = try TemporaryFile(Data("%PDF-1.7\n%âãÏÓ\n".utf8), name: "photo.jpg")

        let kind = try FileKind.of(contentsOf: file.path)

        #expect(kind == FileKind(mimeType: "application/pdf", name: "PDF document"))
    }

    @Test("Other files are named in words", arguments: Strangers.all)
    func namesStrangers(stranger: Strangers.File) throws {
        let kind = try FileKind.of(stranger.bytes)

        #expect(kind.phrase == stranger.phrase)
        #expect(kind.pictureFormat?.isAvailable ?? false == false)
    }

    @Test("What libmagic says is cut to its first words")
    func shortensDescriptions() {
        #expect(FileKind.name(from: "Python script, ASCII text executable") == "Python script")
        #expect(FileKind.name(from: "Zstandard compressed data (v0.8+)") == "Zstandard compressed")
        #expect(FileKind.name(from: "data") == "file of an unknown kind")
    }

    @Test("A path that names no file is a fault that says so")
    func reportsMissingFiles() {
        let expected = ImagingError.unreadable(
            reason: "there is no readable file at /nowhere/photo.jpg")

        #expect(throws: expected) { try FileKind.of(contentsOf: "/nowhere/photo.jpg") }
    }
}
