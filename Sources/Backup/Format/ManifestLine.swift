import Domain
import Foundation

/// A file of a backup in its manifest: a line of JSON.
struct ManifestLine: Codable, Equatable {
    /// The path in the backup's top folder.
    var path: String
    var bytes: Int64
    var sha256: String

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    init(path: String, bytes: Int64, sha256: FileChecksum) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256.description
    }

    /// Parses a line.
    ///
    /// - Throws: `DecodingError` if it is malformed.
    init(_ text: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: text)
    }

    /// The line with its newline.
    var text: Data {
        get throws { try Self.encoder.encode(self) + Data("\n".utf8) }
    }
}
