public import Foundation
public import ObjectModel

/// The metadata of a store, read without opening it.
public struct PersistentStoreMetadata: Sendable {
    /// All members, Core Data's own too.
    var contents: StoreMetadata

    init(_ contents: StoreMetadata) {
        self.contents = contents
    }

    /// The metadata of a new store of a kind whose file holds nothing of Core Data's.
    ///
    /// - Parameter identifier: the store's UUID. A file that does not keep it has to have one that
    ///   stays the same.
    public init(identifier: String = UUID().uuidString) {
        contents = StoreMetadata(identifier: identifier.uppercased(), members: [:])
    }

    /// The metadata of a new store of a kind for a model.
    package init(newStoreFor model: ManagedObjectModel, type: StoreType) {
        contents = StoreMetadata(newStoreFor: model)
        contents.members[StoreMetadata.Key.storeType] = .string(type.rawValue)
        contents.members[StoreMetadata.Key.vacuumLevel] = nil
    }

    /// The metadata of a store that was migrated into new tables: a new one's, but for the identifier and
    /// what applications have set.
    package func migrated(
        to model: ManagedObjectModel, type: StoreType
    ) -> PersistentStoreMetadata {
        replaced(for: model, type: type, keeping: applicationMembers)
    }

    /// How keys begin under which an application sets what is true of a store where it is: copies do not take it
    /// over.
    public static let localPrefix = "local."

    /// The metadata of a copy of a store.
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

    /// The members that applications have set.
    private var applicationMembers: [String: PropertyListValue] {
        contents.members.filter { !Self.isReserved($0.key) }
    }

    /// The members that a copy takes over, besides the identifier. The copy has the same version of the model as
    /// the store: the model that a store keeps spells predicates otherwise, and Apple's hashes cannot be made here.
    func copiedMembers(for model: ManagedObjectModel) -> [String: PropertyListValue] {
        let own = applicationMembers.filter { !$0.key.hasPrefix(Self.localPrefix) }
        guard Set(versionHashes.keys) == Set(model.entities.map(\.name)) else { return own }
        let version = StoreMetadata.Key.modelVersion
        return own.merging(contents.members.filter { version.contains($0.key) }) { $1 }
    }

    /// Reads what ``propertyList`` has written.
    ///
    /// - Throws: an error that says why the data is no metadata.
    public init(identifier: String, propertyList: Data) throws {
        contents = try StoreMetadata(
            identifier: identifier.uppercased(), propertyList: propertyList)
    }

    /// All of the metadata but the identifier, as a binary property list.
    public var propertyList: Data { contents.propertyList }

    /// The store's UUID, in upper case.
    public var identifier: String { contents.identifier }

    /// The kind of store (`NSStoreType`); nil where it does not say.
    public var storeType: StoreType? {
        contents.members[StoreMetadata.Key.storeType]?.string.map { StoreType(rawValue: $0) }
    }

    /// The version hash of each entity of the model that the store was written with.
    public var versionHashes: [String: Data] { contents.hashes }

    /// The identifiers of that version of the model.
    public var versionIdentifiers: [String] {
        (contents.members[StoreMetadata.Key.identifiers]?.array ?? []).compactMap(\.string)
    }

    /// The number of the framework that wrote the store.
    public var frameworkVersion: Int? {
        contents.members[StoreMetadata.Key.frameworkVersion]?.integer.map { Int($0) }
    }

    /// Whether a migration has left something for later (Core Data tells it under
    /// `NSPersistentStoreDeferredLightweightMigrationOptionKey`).
    public var hasDeferredLightweightMigration: Bool { !contents.deferredTasks.isEmpty }

    /// The keys that applications have set.
    public var applicationKeys: [String] {
        contents.members.keys.filter { !Self.isReserved($0) }.sorted()
    }

    /// The value that an application has set for a key; null if there is none, or if it is a list.
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

    /// Sets or removes values of an application's own.
    package mutating func set(_ values: [String: AttributeValue]) throws {
        for (key, value) in values {
            guard !Self.isReserved(key) else {
                throw PersistenceError.misuse("The key \(key) of the metadata is Core Data’s")
            }
            contents.members[key] = try PropertyListValue(metadataValue: value, key)
        }
    }

    /// Whether a store of this library's can be opened with a model as it is. A store of Apple's has
    /// other hashes: opening it tells.
    public func isCompatible(with model: ManagedObjectModel) -> Bool {
        versionHashes == model.entityVersionHashesByName
    }

    /// Whether a key is one of Core Data's own, or of this library's.
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

    /// Sets or removes values of an application's own in the metadata of the store at a path, which
    /// no one may have open.
    ///
    /// - Parameter values: texts, numbers, dates and data by key; null removes a key.
    /// - Throws: `PersistenceError.misuse` for a key of Core Data's own or another value,
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
        _ = try access.checkFile()
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
