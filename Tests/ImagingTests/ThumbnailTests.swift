import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Thumbnails") struct ThumbnailTests {
    @Test("Every format has the same thumbnail", arguments: Uploads.formats)
    func opensEveryFormat(format: PictureFormat) async throws {
        let thumbnail = try await Uploads.thumbnail(of: Uploads.camera.encoded(as: format))

        let pixels = try Pixels(png: thumbnail.png)
        #expect((pixels.width, pixels.height) == (Thumbnail.side, Thumbnail.side))
        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
        #expect(thumbnail.format == format)
        #expect((thumbnail.source.width, thumbnail.source.height) == (480, 360))
    }

    @Test("A thumbnail has no metadata")
    func stripsMetadata() async throws {
        let options = Uploads.options { $0.colours = .displayP3 }
        let bytes = try Uploads.camera.encoded(as: .jpeg, orientation: 6, options: options)

        let thumbnail = try await Uploads.thumbnail(of: bytes)

        #expect(Set(PNGFile.chunkTypes(thumbnail.png)).isSubset(of: ["IHDR", "IDAT", "IEND"]))
    }

    @Test(
        "The picture fills the square undistorted, and its middle is kept",
        arguments: [(900, 300), (300, 900), (1200, 1201), (64, 48)])
    func keepsMiddle(width: Int, height: Int) async throws {
        let clock = DrawnPicture(subject: .clock, seed: 5, width: width, height: height)
        let square = DrawnPicture(subject: .clock, seed: 5, width: 480, height: 480)

        let pixels = try await Uploads.pixels(of: clock.encoded(as: .png))

        let expected = try await Uploads.pixels(of: square.encoded(as: .png))
        #expect(pixels[160, 160].elementsEqual(expected[160, 160]) { abs($0 - $1) < 40 })
        #expect(pixels.difference(from: expected) < 9)
    }

    @Test(
        "Pictures of extreme shapes have a thumbnail",
        arguments: [(1, 1), (1, 5000), (5000, 1), (2, 3), (319, 321), (7, 3000)])
    func takesOddShapes(width: Int, height: Int) async throws {
        let picture = DrawnPicture(subject: .lamp, seed: 1, width: width, height: height)

        for format in [PictureFormat.png, .jpeg, .tiff] {
            let pixels = try await Uploads.pixels(of: picture.encoded(as: format))

            #expect((pixels.width, pixels.height) == (320, 320))
        }
    }

    @Test("Only the first frame of an animation is used", arguments: [PictureFormat.gif, .webp])
    func takesFirstFrame(format: PictureFormat) async throws {
        let options = Uploads.options { $0.frames = 3 }
        let bytes = try Uploads.camera.encoded(as: format, options: options)

        let thumbnail = try await Uploads.thumbnail(of: bytes)

        let pixels = try Pixels(png: thumbnail.png)
        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
        #expect((thumbnail.source.width, thumbnail.source.height) == (480, 360))
    }

    @Test("The same file has the same thumbnail")
    func isStable() async throws {
        let bytes = try Uploads.camera.encoded(as: .jpeg)

        let first = try await Uploads.thumbnail(of: bytes)
        let second = try await Uploads.thumbnail(of: bytes)

        #expect(first == second)
    }
}
