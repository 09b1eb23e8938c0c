public import Foundation

/// A file that is kept as a document: its kind, according to its bytes, and a thumbnail.
public struct DocumentFile: Sendable, Hashable {
    /// The kind of file: a PDF document, or a picture that can be opened.
    public var kind: FileKind

    /// A square PNG of the picture, or of the top of the first page; nil if none can be made.
    public var thumbnail: Data?
}

extension DocumentFile {
    /// The media type of PDF documents.
    public static let documentType = "application/pdf"

    /// Determines the kind of a file from its bytes, and makes its thumbnail on the calling thread.
    ///
    /// - Throws: an ``ImagingError`` for a file that is neither a PDF document nor a picture, a
    ///   truncated document, a broken picture, or one that exceeds the limits.
    init(ofFileAt path: String, limits: ImageLimits) throws {
        let file = try FileBytes(path: path)
        guard file.size > 0 else { throw ImagingError.empty }
        guard file.size <= limits.maxBytes else {
            throw ImagingError.tooManyBytes(limit: limits.maxBytes, size: file.size)
        }
        kind = try FileKind.of(file.bytes(at: 0, count: FileKind.judgedBytes))
        if kind.mimeType == Self.documentType {
            guard try !file.isCutOffPDF() else {
                throw ImagingError.broken(
                    reason: "The PDF document is cut off: its end is missing")
            }
            thumbnail = DocumentPage.thumbnail(ofFileAt: path)
        } else {
            thumbnail = try Thumbnail(ofFileAt: path, limits: limits).png
        }
    }
}
