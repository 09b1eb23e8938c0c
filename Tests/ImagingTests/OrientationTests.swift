import CPictures
import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Orientation") struct OrientationTests {
    @Test(
        "All eight EXIF orientations have the same thumbnail", arguments: 1...8,
        [PictureFormat.jpeg, .webp, .tiff])
    func appliesEXIF(orientation: Int, format: PictureFormat) async throws {
        let bytes = try Uploads.camera.encoded(as: format, orientation: orientation)

        let pixels = try await Uploads.pixels(of: bytes)

        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
    }

    @Test("Orientations transform pixels like libvips", arguments: 1...8)
    func agreesWithLibvips(orientation: Int) throws {
        let file = try TemporaryFile(
            Uploads.camera.encoded(as: .tiff, orientation: orientation))
        let stored = try PictureFormat.tiff.open(path: file.path).inMemory()

        let ours = try Pixels(stored.upright(from: orientation))

        let theirs = try Pixels(stored.deriving { cvips_autorot($0) })
        #expect(ours.values == theirs.values)
    }

    @Test(
        "HEIF’s rotation is applied, without EXIF’s in addition",
        arguments: [
            (3, 6), (2, 3), (1, 8),
        ])
    func appliesHEIFRotation(quarterTurns: UInt8, orientation: Int) async throws {
        let stored = try Uploads.camera.encoded(as: .heif, orientation: orientation)
        let bytes = try HEIFFile.replacingPixelInformation(in: stored, with: "irot", quarterTurns)

        let thumbnail = try await Uploads.thumbnail(of: bytes)

        let pixels = try Pixels(png: thumbnail.png)
        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
        #expect((thumbnail.source.width, thumbnail.source.height) == (480, 360))
    }

    @Test("HEIF’s mirroring is applied", arguments: [(UInt8(1), 2), (UInt8(0), 4)])
    func appliesHEIFMirror(axis: UInt8, orientation: Int) async throws {
        let stored = try Uploads.camera.encoded(as: .heif, orientation: orientation)
        let bytes = try HEIFFile.replacingPixelInformation(in: stored, with: "imir", axis)

        let pixels = try await Uploads.pixels(of: bytes)

        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
    }

    @Test("The orientation in a PNG file is applied")
    func appliesEXIFInPNG() async throws {
        let stored = try Uploads.camera.encoded(as: .png, orientation: 6)
        let exif = Data([0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6])
        let chunk = PNGFile.chunk("eXIf", exif + Data(repeating: 0, count: 6))
        let bytes = stored.prefix(33) + chunk + stored.dropFirst(33)

        let pixels = try await Uploads.pixels(of: bytes)

        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
    }

    @Test("EXIF’s orientation is ignored in HEIF")
    func ignoresEXIFInHEIF() async throws {
        let turned = try Uploads.camera.encoded(as: .heif, orientation: 6)

        let thumbnail = try await Uploads.thumbnail(of: turned)

        let pixels = try Pixels(png: thumbnail.png)
        #expect((thumbnail.source.width, thumbnail.source.height) == (360, 480))
        #expect(try await pixels.difference(from: Uploads.cameraPixels()) > 20)
    }
}
