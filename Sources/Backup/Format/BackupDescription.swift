public import Foundation

/// What a backup says about itself: `about.json`, near its beginning.
public struct BackupDescription: Codable, Sendable, Equatable {
    /// The form of backups that this program writes, and the newest that it reads.
    public static let currentFormat = 1

    /// The form of the backup.
    public var format = currentFormat
    /// The version of the program that made it.
    public var program: String
    /// When it was made.
    public var made: Date
    /// How many files it has, those that describe it left out.
    public var files: Int
    /// How many bytes these have.
    public var bytes: Int64
    /// The versions of the sections' models that the store was written with: `Inventory 3`.
    public var modelVersions: [String]
    /// The version hash of each entity of that model, in hexadecimal digits.
    public var entities: [String: String]
    /// How many more files it was to have, which were gone when their turn came; nil for none. It says so at its
    /// end.
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

    /// What is in the backup, once it is known what was left out.
    func without(_ leftOut: LeftOutFiles?) -> BackupDescription {
        var description = self
        description.files -= leftOut?.files ?? 0
        description.bytes -= leftOut?.bytes ?? 0
        description.leftOutFiles = leftOut.flatMap { $0.files > 0 ? $0.files : nil }
        return description
    }
}
