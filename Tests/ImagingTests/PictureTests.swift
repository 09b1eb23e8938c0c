import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Headers and limits") struct PictureTests {
    @Test("The header has the size of the upright picture", arguments: 1...8)
    func readsUprightSize(orientation: Int) throws {
        let file = try TemporaryFile(
            Uploads.camera.encoded(as: .jpeg, orientation: orientation))

        let picture = try Picture(ofFileAt: file.path)

        #expect((picture.width, picture.height) == (480, 360))
        #expect(picture.orientation == orientation)
        #expect(picture.storedSize == (orientation < 5 ? (480, 360) : (360, 480)))
    }

    @Test("A file of the maximum size is accepted, one byte more is refused")
    func limitsBytes() async throws {
        let bytes = try Uploads.camera.encoded(as: .jpeg)

        let taken = try await Uploads.refusal(
            of: bytes, limits: ImageLimits(maxBytes: bytes.count))
        let refused = try await Uploads.refusal(
            of: bytes, limits: ImageLimits(maxBytes: bytes.count - 1))

        #expect(taken == nil)
        #expect(refused == .tooManyBytes(limit: bytes.count - 1, size: bytes.count))
    }

    @Test(
        "A picture with the maximum number of pixels is accepted, more are refused",
        arguments: Uploads.formats)
    func limitsPixels(format: PictureFormat) async throws {
        let bytes = try Uploads.camera.encoded(as: format)

        let taken = try await Uploads.refusal(
            of: bytes, limits: ImageLimits(maxPixels: 480 * 360))
        let refused = try await Uploads.refusal(
            of: bytes, limits: ImageLimits(maxPixels: 480 * 360 - 1))

        #expect(taken == nil)
        #expect(refused == .tooManyPixels(limit: 480 * 360 - 1, width: 480, height: 360))
    }

    @Test("A header with far too many pixels is refused before anything is decoded")
    func refusesBomb() async throws {
        let refusal = try await Uploads.refusal(of: PNGFile.bomb(width: 787_402, height: 787_402))

        #expect(
            refusal == .tooManyPixels(limit: 100_000_000, width: 787_402, height: 787_402))
        #expect(
            refusal?.description
                == "The picture is 787402 × 787402 pixels, and at most 100 megapixels are allowed")
    }

    @Test("The default limits are 25 MB and 100 megapixels")
    func hasDefaultLimits() {
        #expect(ImageLimits().maxBytes == 25_000_000)
        #expect(ImageLimits().maxPixels == 100_000_000)
    }

    @Test("A size above a limit is never rounded to the limit")
    func roundsSizesUp() {
        let error = ImagingError.tooManyBytes(limit: 25_000_000, size: 25_000_001)

        #expect(error.description == "The picture has 25.1 MB, and at most 25 MB are allowed")
    }
}
