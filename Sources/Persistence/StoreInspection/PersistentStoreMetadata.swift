public import Foundation
public import ObjectModel

/// What a store says about itself, read without opening it.
public struct PersistentStoreMetadata: Sendable {
    /// The store's UUID, in upper case.
    public let identifier: String
    /// The version hash of each entity of the model that the store was written with.
    public let versionHashes: [String: Data]
    /// The identifiers of that version of the model.
    public let versionIdentifiers: [String]
    /// The number of the framework that wrote the store.
    public let frameworkVersion: Int?
    private let members: [String: PropertyListValue]

    init(_ metadata: StoreMetadata) {
        identifier = metadata.identifier
        versionHashes = metadata.hashes
        let identifiers = metadata.members[StoreMetadata.Key.identifiers]?.array ?? []
        versionIdentifiers = identifiers.compactMap(\.string)
        frameworkVersion = metadata.members[StoreMetadata.Key.frameworkVersion]?.integer
            .map { Int($0) }
        members = metadata.members.filter { !Self.isReserved($0.key) }
    }

    /// The keys that applications have set.
    public var applicationKeys: [String] { members.keys.sorted() }

    /// The value that an application has set for a key; null if there is none, or if it is a list.
    public func value(forKey key: String) -> AttributeValue {
        switch members[key] {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .double(value)
        case .date(let value): .date(value)
        case .data(let value): .data(value)
        case .string(let value): .string(value)
        default: .null
        }
    }

    /// Whether a store of this library's can be opened with a model as it is. A store of Apple's has
    /// other hashes: opening it tells.
    public func isCompatible(with model: ManagedObjectModel) -> Bool {
        versionHashes == model.entityVersionHashesByName
    }

    /// Whether a key is one of Core Data's own.
    static func isReserved(_ key: String) -> Bool { key.hasPrefix("NS") || key.hasPrefix("_NS") }
}

extension PersistentStoreCoordinator {
    /// What the store at a path says about itself. The file is not changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public static func metadataForPersistentStore(
        at path: String
    ) throws -> PersistentStoreMetadata {
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        return try withStore(at: path, options) { PersistentStoreMetadata(try .init(reading: $0)) }
    }

    /// Sets or removes values of an application's own in the metadata of the store at a path, which
    /// nobody may have open.
    ///
    /// - Parameter values: texts, numbers, dates and data by key; null removes a key.
    /// - Throws: `PersistenceError.misuse` for a key of Core Data's own or another value,
    ///   `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public static func setMetadata(
        _ values: [String: AttributeValue], forPersistentStoreAt path: String
    ) throws {
        var options = SQLiteStoreOptions()
        options.createsFile = false
        try withStore(at: path, options) { connection in
            var metadata = try StoreMetadata(reading: connection)
            for (key, value) in values {
                guard !PersistentStoreMetadata.isReserved(key) else {
                    throw PersistenceError.misuse("The key \(key) of the metadata is Core Data’s")
                }
                metadata.members[key] = try PropertyListValue(metadataValue: value, key)
            }
            try metadata.update(connection)
        }
    }

    private static func withStore<T>(
        at path: String, _ options: SQLiteStoreOptions, _ body: (Connection) throws -> T
    ) throws -> T {
        let access = StoreAccess(path: path, options: options)
        _ = try access.checkFile()
        let lock = options.isReadOnly ? nil : try StoreLock(storePath: path)
        defer { lock?.release() }
        do {
            let connection = try access.connect()
            try StoreCatalog(connection).checkIsStore(path)
            return try body(connection)
        } catch {
            throw access.openFailure(error)
        }
    }
}

extension PropertyListValue {
    fileprivate init?(metadataValue value: AttributeValue, _ key: String) throws {
        switch value {
        case .null: return nil
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .date(let value): self = .date(value)
        case .data(let value): self = .data(value)
        case .string(let value): self = .string(value)
        default:
            throw PersistenceError.misuse("The metadata cannot hold the value of the key \(key)")
        }
    }
}
