import Domain
import Foundation

/// A file of a backup, as its manifest has it: a line of JSON.
struct ManifestLine: Codable, Equatable {
    /// The path below the folder of the backup.
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

    /// Reads a line.
    ///
    /// - Throws: `DecodingError` if it is none.
    init(_ text: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: text)
    }

    /// The line with its end.
    var text: Data {
        get throws { try Self.encoder.encode(self) + Data("\n".utf8) }
    }
}
