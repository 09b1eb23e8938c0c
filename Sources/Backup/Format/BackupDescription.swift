public import Foundation

/// The description of a backup: `about.json`, near its beginning.
public struct BackupDescription: Codable, Sendable, Equatable {
    /// The format version that this program writes, and the newest that it reads.
    public static let currentFormat = 1

    /// The format version of the backup.
    public var format = currentFormat
    /// The version of the program that made it.
    public var program: String
    /// The time at which it was made.
    public var made: Date
    /// The number of files, without those that describe the backup.
    public var files: Int
    /// The total size of these files in bytes.
    public var bytes: Int64
    /// The model versions of the sections that the store was written with: `Inventory 3`.
    public var modelVersions: [String]
    /// The version hash of each entity of the model, in hexadecimal.
    public var entities: [String: String]
    /// The number of announced files that were gone before they were written; nil for none. It is
    /// stated at the end of the backup.
    public private(set) var leftOutFiles: Int?

    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    /// Reads a record of a backup; nil if there is no file.
    ///
    /// - Throws: ``BackupError`` for a record that cannot be read, and errors of the file system.
    static func record<Record: Decodable>(at path: String) throws -> Record? {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
        do {
            return try decoder.decode(Record.self, from: data)
        } catch {
            throw BackupError("\(path) cannot be read: \(error)")
        }
    }

    /// The description without the files that were left out.
    func without(_ leftOut: LeftOutFiles?) -> BackupDescription {
        var description = self
        description.files -= leftOut?.files ?? 0
        description.bytes -= leftOut?.bytes ?? 0
        description.leftOutFiles = leftOut.flatMap { $0.files > 0 ? $0.files : nil }
        return description
    }
}
