public import Foundation
public import ObjectModel

/// The metadata of a store, read without opening it.
///
/// ```swift
/// let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
/// print(metadata.identifier, metadata.versionIdentifiers)
/// ```
public struct PersistentStoreMetadata: Sendable {
    /// All entries, including reserved ones.
    var contents: StoreMetadata

    init(_ contents: StoreMetadata) {
        self.contents = contents
    }

    /// Creates the metadata of a new store in a format of your own.
    ///
    /// - Parameter identifier: the store's UUID. A file that does not contain it needs a constant
    ///   one.
    public init(identifier: String = UUID().uuidString) {
        contents = StoreMetadata(identifier: identifier.uppercased(), members: [:])
    }

    /// The metadata of a new store with a model.
    package init(newStoreFor model: ManagedObjectModel, type: StoreType) {
        contents = StoreMetadata(newStoreFor: model)
        contents.members[StoreMetadata.Key.storeType] = .string(type.rawValue)
        contents.members[StoreMetadata.Key.vacuumLevel] = nil
    }

    /// The metadata of a store that was migrated into new tables: new, except for the identifier
    /// and the application's own entries.
    package func migrated(
        to model: ManagedObjectModel, type: StoreType
    ) -> PersistentStoreMetadata {
        replaced(for: model, type: type, keeping: applicationMembers)
    }

    /// The prefix of keys whose values copies do not take over.
    public static let localPrefix = "local."

    /// The metadata of a copy.
    package func ofCopy(type: StoreType, for model: ManagedObjectModel) -> PersistentStoreMetadata {
        replaced(for: model, type: type, keeping: copiedMembers(for: model))
    }

    private func replaced(
        for model: ManagedObjectModel, type: StoreType, keeping kept: [String: PropertyListValue]
    ) -> PersistentStoreMetadata {
        var new = PersistentStoreMetadata(newStoreFor: model, type: type)
        new.contents.identifier = identifier
        new.contents.members.merge(kept) { _, kept in kept }
        return new
    }

    /// The entries that applications have set.
    private var applicationMembers: [String: PropertyListValue] {
        contents.members.filter { !Self.isReserved($0.key) }
    }

    /// The entries that a copy takes over, besides the identifier. The version hashes stay, because
    /// those of Apple's cannot be computed and the stored model has the same version.
    func copiedMembers(for model: ManagedObjectModel) -> [String: PropertyListValue] {
        let own = applicationMembers.filter { !$0.key.hasPrefix(Self.localPrefix) }
        guard Set(versionHashes.keys) == Set(model.entities.map(\.name)) else { return own }
        let version = StoreMetadata.Key.modelVersion
        return own.merging(contents.members.filter { version.contains($0.key) }) { $1 }
    }

    /// Reads the result of ``propertyList``.
    ///
    /// - Throws: an error with the reason why the data is not metadata.
    public init(identifier: String, propertyList: Data) throws {
        contents = try StoreMetadata(
            identifier: identifier.uppercased(), propertyList: propertyList)
    }

    /// The metadata without the identifier, as a binary property list.
    public var propertyList: Data { contents.propertyList }

    /// The store's UUID, in upper case.
    public var identifier: String { contents.identifier }

    /// The kind of store (`NSStoreType`); nil if it is missing.
    public var storeType: StoreType? {
        contents.members[StoreMetadata.Key.storeType]?.string.map { StoreType(rawValue: $0) }
    }

    /// The version hash of each entity of the store's model.
    public var versionHashes: [String: Data] { contents.hashes }

    /// The version identifiers of the store's model.
    public var versionIdentifiers: [String] {
        (contents.members[StoreMetadata.Key.identifiers]?.array ?? []).compactMap(\.string)
    }

    /// The version of the framework that wrote the store.
    public var frameworkVersion: Int? {
        contents.members[StoreMetadata.Key.frameworkVersion]?.integer.map { Int($0) }
    }

    /// Whether a migration has deferred work
    /// (`NSPersistentStoreDeferredLightweightMigrationOptionKey` in Core Data).
    public var hasDeferredLightweightMigration: Bool { !contents.deferredTasks.isEmpty }

    /// The keys that applications have set.
    public var applicationKeys: [String] {
        contents.members.keys.filter { !Self.isReserved($0) }.sorted()
    }

    /// The application's value for a key; null if there is none, or if it is a list.
    public func value(forKey key: String) -> AttributeValue {
        guard !Self.isReserved(key) else { return .null }
        return switch contents.members[key] {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .double(value)
        case .date(let value): .date(value)
        case .data(let value): .data(value)
        case .string(let value): .string(value)
        default: .null
        }
    }

    /// Sets or removes the application's own values.
    package mutating func set(_ values: [String: AttributeValue]) throws {
        for (key, value) in values {
            guard !Self.isReserved(key) else {
                throw PersistenceError.misuse("The key \(key) of the metadata is Core Data’s")
            }
            contents.members[key] = try PropertyListValue(metadataValue: value, key)
        }
    }

    /// Whether a store of this library can be opened with a model as it is. A store of Apple's has
    /// other hashes; open it to find out.
    ///
    /// ```swift
    /// let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
    /// print(metadata.isCompatible(with: model) ? "up to date" : "to be migrated")
    /// ```
    public func isCompatible(with model: ManagedObjectModel) -> Bool {
        versionHashes == model.entityVersionHashesByName
    }

    /// Whether a key is reserved for Core Data or this library.
    static func isReserved(_ key: String) -> Bool {
        key.hasPrefix("NS") || key.hasPrefix("_NS") || key == StoreMetadata.Key.modelCache
            || key == StoreMetadata.Key.deferredMigration
    }
}

extension PersistentStoreCoordinator {
    /// The metadata of the store at a path. The file is not changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public static func metadataForPersistentStore(
        at path: String
    ) throws -> PersistentStoreMetadata {
        if let format = try atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStoreMetadataFile(path: path, format: format).read()
        }
        return try withStore(.readOnly(path: path)) {
            PersistentStoreMetadata(try .init(reading: $0))
        }
    }

    /// Sets or removes the application's own metadata of the store at a path, which must not be
    /// open.
    ///
    /// ```swift
    /// try PersistentStoreCoordinator.setMetadata(["kitchen": "north"], forPersistentStoreAt: path)
    /// ```
    /// - Parameter values: texts, numbers, dates and data by key; null removes a key.
    /// - Throws: `PersistenceError.misuse` for a reserved key or another type of value,
    ///   `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public static func setMetadata(
        _ values: [String: AttributeValue], forPersistentStoreAt path: String
    ) throws {
        if let format = try atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStoreMetadataFile(path: path, format: format).set(values)
        }
        try withStore(.existing(path: path)) { connection in
            var metadata = PersistentStoreMetadata(try StoreMetadata(reading: connection))
            try metadata.set(values)
            try metadata.contents.update(connection)
        }
    }

    private static func withStore<T>(
        _ description: StoreDescription, _ body: (Connection) throws -> T
    ) throws -> T {
        let path = description.path
        let access = StoreAccess(description)
        try access.requireUsable()
        let lock = description.isReadOnly ? nil : try StoreLock(storePath: path)
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
    init?(metadataValue value: AttributeValue, _ key: String) throws {
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
