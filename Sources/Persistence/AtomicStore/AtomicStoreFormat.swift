public import Foundation

/// Converts the records of an atomic store to the bytes of a file, and back.
///
/// Pass a format of your own to ``AtomicStore``, or register it with
/// `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`, so that containers use it.
/// <doc:StoresOfOnesOwn> has a whole one.
public protocol AtomicStoreFormat: Sendable {
    /// The kind of store.
    var type: StoreType { get }

    /// The numbering of new records.
    var numbering: StoreNumbering { get }

    /// Whether a file that begins with these bytes, 256 at most, has this format. Then stores of
    /// the format are recognized by their paths when they are inspected, copied or migrated.
    func recognizes(_ start: [UInt8]) -> Bool

    /// The metadata of a file; its records need not be read.
    ///
    /// - Throws: any error. Its description ends the sentence “The store is damaged:”.
    func metadata(in file: Data) throws -> PersistentStoreMetadata

    /// Reads the records of a file.
    ///
    /// - Throws: any error. Its description ends the sentence “The store is damaged:”.
    func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument

    /// The bytes of a file with these records.
    ///
    /// - Throws: any error; the file then stays as it was.
    func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data
}

extension AtomicStoreFormat {
    /// Numbers from 1, separately for each root entity.
    public var numbering: StoreNumbering { .byRootEntity }

    /// False: files of the format are not recognized by their bytes.
    public func recognizes(_ start: [UInt8]) -> Bool { false }
}

/// An error in the file of an atomic store.
public struct AtomicStoreFault: Error, CustomStringConvertible, Sendable, Hashable {
    /// The end of a sentence, without a full stop.
    public let description: String

    /// Creates an error from the end of a sentence, such as `line 12 has no name`.
    public init(_ description: String) {
        self.description = description
    }
}

/// One record, between the memory of an atomic store and its file.
public struct AtomicStoreCacheNode: Sendable {
    /// The record: the number of its concrete entity, and its key.
    public var reference: StoreReference
    /// The record's version, from 1; 1 if the file stores none.
    public var version: Int64 = 1
    /// The values of attributes by slot number; null for relationships. They are followed by
    /// positions in ordered relationships, at the `orderSlot` of each to-one relationship, which a
    /// file may omit.
    public var values: [AttributeValue]
    /// The destinations of relationships, by slot number, in order for ordered relationships.
    ///
    /// One end of a relationship is enough; an empty list says that it has no destination. Of a
    /// destination's entity only the root must be right.
    public var destinations: [Int: [StoreReference]] = [:]
    /// The record's position in its file, such as `line 12`, for the message if it is damaged.
    public var place: String?

    /// Creates a record without values.
    public init(entity: EntityLayout, key: Int64) {
        reference = StoreReference(entityNumber: entity.number, key: key)
        values = Array(repeating: .null, count: entity.valueCount)
    }
}

/// The content of an atomic store's file.
public struct AtomicStoreDocument: Sendable {
    /// The metadata of the store.
    public var metadata: PersistentStoreMetadata
    /// The records, in any order.
    public var nodes: [AtomicStoreCacheNode]
    /// The greatest key that was ever used, by the number of the root entity, so that none is used
    /// twice. A missing one is derived from the records.
    public var lastKeys: [Int: Int64] = [:]

    /// Creates a document from the metadata and all records of a store.
    public init(metadata: PersistentStoreMetadata, nodes: [AtomicStoreCacheNode]) {
        self.metadata = metadata
        self.nodes = nodes
    }
}
