import Drawing
import Foundation
import Testing

@testable import Imaging

/// The uploads of the tests.
enum Uploads {
    /// The formats that the tests can write.
    static let formats: [PictureFormat] = [.jpeg, .png, .gif, .webp, .heif, .tiff]

    static let processor = ImageProcessor(maxWaiting: 100_000)

    /// A small picture that is asymmetric.
    static let camera = DrawnPicture(subject: .camera, seed: 3, width: 480, height: 360)

    static func options(
        _ change: (inout DrawnPicture.Options) -> Void
    ) -> DrawnPicture.Options {
        var options = DrawnPicture.Options()
        change(&options)
        return options
    }

    static func thumbnail(of bytes: Data) async throws -> Thumbnail {
        let file = try TemporaryFile(bytes)
        return try await processor.thumbnail(ofFileAt: file.path)
    }

    static func pixels(of bytes: Data) async throws -> Pixels {
        try await Pixels(png: thumbnail(of: bytes).png)
    }

    /// The thumbnail of the camera, from a lossless file.
    static func cameraPixels() async throws -> Pixels { try await cameraThumbnail.value }

    private static let cameraThumbnail = Task { try await pixels(of: camera.encoded(as: .png)) }

    /// The reason for which a file is refused, or nil.
    static func refusal(
        of bytes: Data, limits: ImageLimits = ImageLimits()
    ) async throws -> ImagingError? {
        let file = try TemporaryFile(bytes)
        do {
            _ = try await ImageProcessor(limits: limits).thumbnail(ofFileAt: file.path)
            return nil
        } catch let error as ImagingError {
            return error
        }
    }
}
