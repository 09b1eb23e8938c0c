import Foundation
import Synchronization

/// The identity of a record: the store it is in, its entity and its number.
///
/// IDs are equal by the store's identifier, the root entity and the number, in all coordinators
/// that opened the store and wherever its file is. An ID is a value that may cross threads, and is
/// `Codable`. The ID of an object that was never saved is temporary, and a save replaces it by a
/// permanent one.
///
/// ```swift
/// let id = try await container.write { context in
///     let recipe = Recipe(context: context)
///     recipe.title = "Pea soup"
///     try context.save()
///     return recipe.objectID
/// }
/// let title = try await container.read { try ($0.existingObject(with: id) as? Recipe)?.title }
/// ```
public struct ManagedObjectID: Sendable, Hashable {
    package let storeEntity: StoreEntity
    /// The record's number (`Z_PK`); negative for a temporary ID.
    package let key: Int64

    init(storeEntity: StoreEntity, key: Int64) {
        self.storeEntity = storeEntity
        self.key = key
    }

    public static func == (first: ManagedObjectID, second: ManagedObjectID) -> Bool {
        first.key == second.key
            && (first.storeEntity === second.storeEntity
                || first.storeEntity.sharesRecords(with: second.storeEntity))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }

    /// Whether the object was never saved.
    public var isTemporaryID: Bool { key < 0 }

    /// Whether the ID was created before another one, which orders otherwise equal records.
    func wasGiven(before other: ManagedObjectID) -> Bool {
        if storeEntity.storeIndex != other.storeEntity.storeIndex {
            return storeEntity.storeIndex < other.storeEntity.storeIndex
        }
        if isTemporaryID != other.isTemporaryID { return other.isTemporaryID }
        return key.magnitude < other.key.magnitude
    }

    /// The name of the record's entity, which may be a subentity of the requested one.
    public var entityName: String { storeEntity.layout.name }

    /// The number of the record in its root entity; nil for a temporary ID.
    public var recordNumber: Int64? { key > 0 ? key : nil }

    /// The identifier of the record's store.
    public var storeIdentifier: String { storeEntity.storeIdentifier }

    /// `x-coredata://STORE/Entity/p7`; with `t` and a UUID in place of `p7` for a temporary ID.
    public var uriRepresentation: String {
        "x-coredata://\(storeEntity.storeIdentifier)/\(entityName)/"
            + (isTemporaryID ? "t\(TemporaryKey.uuid(of: key))" : "p\(key)")
    }
}

extension ManagedObjectID: CustomStringConvertible {
    public var description: String { uriRepresentation }
}

/// The keys of unsaved objects: negative, and unique in a process.
enum TemporaryKey {
    private static let last = Atomic<Int64>(0)
    private static let process = UUID()

    static func next() -> Int64 {
        last.wrappingSubtract(1, ordering: .relaxed).newValue
    }

    /// A UUID for the URI: half from the process, half from the key.
    static func uuid(of key: Int64) -> UUID {
        var bytes = process.uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes.storeBytes(of: key.bigEndian, toByteOffset: 8, as: Int64.self)
        }
        return UUID(uuid: bytes)
    }
}

/// An ID is encoded as its URI. It is decoded with the coordinator of the store that it is of:
///
/// ```swift
/// let decoder = JSONDecoder()
/// decoder.userInfo[.persistentStoreCoordinator] = container.coordinator
/// ```
/// A `#Predicate` compares a relationship with a known object by it: `$0.author?.objectID == id`.
extension ManagedObjectID: Codable {
    public func encode(to encoder: any Encoder) throws {
        guard !isTemporaryID else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "The object was never saved, so its ID is temporary."))
        }
        var container = encoder.singleValueContainer()
        try container.encode(uriRepresentation)
    }

    /// - Throws: `DecodingError` without a coordinator in the decoder's `userInfo`, or if none of its stores
    ///   has the entity that the URI names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let uri = try container.decode(String.self)
        guard
            let coordinator = decoder.userInfo[.persistentStoreCoordinator]
                as? PersistentStoreCoordinator
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "The decoder's userInfo has no coordinator under .persistentStoreCoordinator.")
        }
        guard let id = coordinator.managedObjectID(forURIRepresentation: uri) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(uri) is no ID of the coordinator's stores.")
        }
        self = id
    }
}

extension CodingUserInfoKey {
    /// The coordinator of the stores of decoded IDs.
    public static let persistentStoreCoordinator: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "persistentStoreCoordinator") else {
            preconditionFailure("The standard library takes any text as a key")
        }
        return key
    }()
}
