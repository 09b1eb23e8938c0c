import Foundation
import Imaging

/// A photo or a document that comes beside a table: what its name says, and what was found out of its bytes.
struct ImportedFile: Codable {
    /// The name of its copy in the folder of the import; nil for one that is left out.
    var copy: String?
    /// What people call it; of a photo what is written below it.
    var name: String
    /// What kind of document it is; nil for a photo.
    var kind: String?
    var mediaType = ""
    var byteCount = 0
    var sha256 = ""
    /// When a photo was taken.
    var captureDate: Date?
    /// Whether there is a small picture of it beside the copy.
    var hasThumbnail = false
    /// Why it is left out.
    var reason: String?

    /// The end of the names of small pictures.
    static let thumbnailEnd = ".small"

    var isPhoto: Bool { kind == nil }

    /// The files of a cell.
    ///
    /// - Throws: errors of the decoder.
    static func list(_ cell: String) throws -> [ImportedFile] {
        try JSONDecoder().decode([ImportedFile].self, from: Data(cell.utf8))
    }

    /// The cell of some files.
    ///
    /// - Throws: errors of the encoder.
    static func text(_ files: [ImportedFile]) throws -> String {
        String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
    }
}
