public import Foundation

/// Makes thumbnails on a few background threads.
///
/// Pictures are never decoded on the caller's thread. Threads start with the first picture and end
/// with the processor.
public final class ImageProcessor: Sendable {
    /// The limits above which pictures are refused.
    public let limits: ImageLimits
    /// The maximum number of pictures decoded at the same time.
    public let maxConcurrent: Int

    private let queue: DecodingQueue

    /// Makes a processor.
    ///
    /// - Parameters:
    ///   - limits: the limits above which pictures are refused.
    ///   - maxConcurrent: the maximum number of pictures decoded at the same time; the number of
    /// cores by default.
    ///   - maxWaiting: the maximum number of waiting pictures; further ones are refused as busy.
    public init(
        limits: ImageLimits = ImageLimits(),
        maxConcurrent: Int = ProcessInfo.processInfo.activeProcessorCount,
        maxWaiting: Int = 32
    ) {
        self.limits = limits
        self.maxConcurrent = max(1, maxConcurrent)
        queue = DecodingQueue(threads: self.maxConcurrent, maxWaiting: max(0, maxWaiting))
    }

    deinit { queue.close() }

    /// Makes the thumbnail of a picture file.
    ///
    /// - Throws: an ``ImagingError``, or `CancellationError` if the task is cancelled while the
    ///   picture waits.
    public func thumbnail(ofFileAt path: String) async throws -> Thumbnail {
        let limits = limits
        return try await queue.run { try Thumbnail(ofFileAt: path, limits: limits) }
    }

    /// Makes the thumbnail of a picture file and reads its metadata in one job.
    ///
    /// - Throws: as ``thumbnail(ofFileAt:)``.
    public func thumbnailAndDetails(
        ofFileAt path: String
    ) async throws -> (thumbnail: Thumbnail, details: PictureDetails) {
        let limits = limits
        return try await queue.run {
            let thumbnail = try Thumbnail(ofFileAt: path, limits: limits)
            return (thumbnail, try PictureDetails(of: thumbnail.source, inFileAt: path))
        }
    }

    /// Determines the kind of a document, and makes its thumbnail.
    ///
    /// - Throws: as ``thumbnail(ofFileAt:)``.
    public func document(ofFileAt path: String) async throws -> DocumentFile {
        let limits = limits
        return try await queue.run { try DocumentFile(ofFileAt: path, limits: limits) }
    }

    /// Reads the QR codes and barcodes of a picture file.
    ///
    /// - Returns: nil where ZBar is not installed.
    /// - Throws: as ``thumbnail(ofFileAt:)``.
    public func codes(ofFileAt path: String) async throws -> [PictureCode]? {
        let limits = limits
        return try await queue.run { try PictureCode.all(ofFileAt: path, limits: limits) }
    }

    /// Reads the header and metadata of a picture file.
    ///
    /// - Throws: as ``thumbnail(ofFileAt:)``.
    public func details(ofFileAt path: String) async throws -> PictureDetails {
        let limits = limits
        return try await queue.run { try PictureDetails(ofFileAt: path, limits: limits) }
    }
}
