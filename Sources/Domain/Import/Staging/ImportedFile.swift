import Foundation

/// A photo or a document that comes with a table, with its facts from the name and the content.
struct ImportedFile: Codable {
    /// The name of its copy in the folder of the import; nil for one that is left out.
    var copy: String?
    /// The title; for a photo the caption.
    var name: String
    /// The kind of document; nil for a photo.
    var kind: String?
    var mediaType = ""
    var byteCount = 0
    var sha256 = ""
    /// The time when a photo was taken.
    var captureDate: Date?
    /// Whether there is a thumbnail next to the copy.
    var hasThumbnail = false
    /// The reason why it is left out.
    var reason: String?

    /// The suffix of the names of thumbnails.
    static let thumbnailSuffix = ".small"

    var isPhoto: Bool { kind == nil }

    /// The files of a cell.
    ///
    /// - Throws: errors of the decoder.
    static func list(_ cell: String) throws -> [ImportedFile] {
        try JSONText.value(cell)
    }

    /// The cell of some files.
    ///
    /// - Throws: errors of the encoder.
    static func text(_ files: [ImportedFile]) throws -> String {
        try JSONText.of(files)
    }
}
