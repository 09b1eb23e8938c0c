public import Foundation

/// Keeps property lists as keyed archives, as Core Data does where a model names
/// `NSSecureUnarchiveFromData`, or no transformer at all.
///
/// Texts, numbers, booleans, dates, data, UUIDs and URLs are values, and lists, sets and dictionaries
/// of these. Lists and dictionaries of one kind come back as such (`[String]`, `[String: Int]`),
/// others with members of any kind (`[any Sendable]`). Archives of other classes are errors that name
/// the class: nothing is made that an archive asks for.
public struct PropertyListTransformer: AttributeTransformer {
    /// The names by which models ask for it.
    static let names: Set<String> = [
        "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
        "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformer",
    ]

    public init() {}

    /// Whether data is a keyed archive.
    func isArchive(_ data: Data) -> Bool {
        do {
            _ = try KeyedArchiveReader(data)
            return true
        } catch {
            return false
        }
    }

    /// - Throws: ``PropertyListTransformerError`` that names the type which cannot be kept.
    public func data(from value: any Sendable) throws -> Data {
        var encoder = PropertyListArchiver()
        return try encoder.archive(value)
    }

    /// - Throws: ``PropertyListTransformerError`` that names the class which cannot be read.
    public func value(from data: Data) throws -> any Sendable {
        let reader: KeyedArchiveReader
        do {
            reader = try KeyedArchiveReader(data)
        } catch {
            throw PropertyListTransformerError(reason: "the data is no keyed archive")
        }
        guard let root = reader.root else {
            throw PropertyListTransformerError(reason: "the archive holds nothing")
        }
        return try PropertyListUnarchiver.value(of: root)
    }
}

/// Why a value cannot be kept as a keyed archive, or read from one.
public struct PropertyListTransformerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, as the rest of a sentence without a full stop.
    public var reason: String

    public var description: String { "A value is no archived property list: \(reason)." }
}
