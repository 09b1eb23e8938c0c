import Foundation
import Synchronization

/// The identity of a record: the store it is in, its entity and its number.
///
/// IDs are equal by the store's identifier, the root entity and the number, whoever opened the store
/// and wherever its file is. An ID is a value that may cross threads. The ID of an object that was never saved is temporary
/// and is replaced by a permanent one in the save.
public struct ManagedObjectID: Sendable, Hashable {
    package let home: EntityHome
    /// The record's number (`Z_PK`); negative for a temporary ID.
    package let key: Int64

    init(home: EntityHome, key: Int64) {
        self.home = home
        self.key = key
    }

    public static func == (first: ManagedObjectID, second: ManagedObjectID) -> Bool {
        first.key == second.key
            && (first.home === second.home || first.home.sharesRecords(with: second.home))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }

    /// Whether the object was never saved.
    public var isTemporaryID: Bool { key < 0 }

    /// Whether the ID was given before another one: the order of records that are equal otherwise.
    func wasGiven(before other: ManagedObjectID) -> Bool {
        if home.storeIndex != other.home.storeIndex {
            return home.storeIndex < other.home.storeIndex
        }
        if isTemporaryID != other.isTemporaryID { return other.isTemporaryID }
        return key.magnitude < other.key.magnitude
    }

    /// The name of the record's entity, which may inherit from the one that was asked for.
    public var entityName: String { home.layout.name }

    /// The number of the record among all records of its root entity, or nil while the ID is
    /// temporary.
    public var recordNumber: Int64? { key > 0 ? key : nil }

    /// The identifier of the store that the record is in.
    public var storeIdentifier: String { home.storeIdentifier }

    /// `x-coredata://STORE/Entity/p7`; with `t` and a UUID in place of `p7` for a temporary ID.
    public var uriRepresentation: String {
        "x-coredata://\(home.storeIdentifier)/\(entityName)/"
            + (isTemporaryID ? "t\(TemporaryKey.uuid(of: key))" : "p\(key)")
    }
}

extension ManagedObjectID: CustomStringConvertible {
    public var description: String { uriRepresentation }
}

/// The numbers of objects that were never saved: negative, and never used twice in a process.
enum TemporaryKey {
    private static let last = Atomic<Int64>(0)
    private static let process = UUID()

    static func next() -> Int64 {
        last.wrappingSubtract(1, ordering: .relaxed).newValue
    }

    /// A UUID for the URI form: half from the process, half from the key.
    static func uuid(of key: Int64) -> UUID {
        var bytes = process.uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes.storeBytes(of: key.bigEndian, toByteOffset: 8, as: Int64.self)
        }
        return UUID(uuid: bytes)
    }
}
