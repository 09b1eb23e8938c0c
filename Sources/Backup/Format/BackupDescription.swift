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
}
