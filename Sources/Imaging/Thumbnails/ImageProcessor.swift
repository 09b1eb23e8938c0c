public import Foundation

/// Makes thumbnails on threads of its own, a few at a time.
///
/// Nothing is decoded on the thread of a caller. Threads start with the first picture and end with
/// the processor.
public final class ImageProcessor: Sendable {
    /// What is refused.
    public let limits: ImageLimits
    /// How many pictures are decoded at the same time.
    public let maxConcurrent: Int

    private let queue: DecodingQueue

    /// Makes a processor.
    ///
    /// - Parameters:
    ///   - limits: what is refused.
    ///   - maxConcurrent: how many pictures are decoded at the same time, as many as there are
    ///     cores unless told otherwise.
    ///   - maxWaiting: how many more may wait for their turn; the next one is refused as busy.
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
    /// - Throws: an ``ImagingError``, or `CancellationError` where the task is cancelled while the
    ///   picture waits for its turn.
    public func thumbnail(ofFileAt path: String) async throws -> Thumbnail {
        let limits = limits
        return try await queue.run { try Thumbnail(ofFileAt: path, limits: limits) }
    }

    /// Makes the thumbnail of a picture file, and reads what the file says of itself, in one turn.
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

    /// Judges a file that is to be kept as a document, and makes its thumbnail.
    ///
    /// - Throws: as ``thumbnail(ofFileAt:)``.
    public func document(ofFileAt path: String) async throws -> DocumentFile {
        let limits = limits
        return try await queue.run { try DocumentFile(ofFileAt: path, limits: limits) }
    }

    /// Reads what a picture file says of itself.
    ///
    /// - Throws: as ``thumbnail(ofFileAt:)``.
    public func details(ofFileAt path: String) async throws -> PictureDetails {
        let limits = limits
        return try await queue.run { try PictureDetails(ofFileAt: path, limits: limits) }
    }
}
