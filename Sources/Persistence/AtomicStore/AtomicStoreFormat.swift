public import Foundation

/// How the records of an atomic store become the bytes of a file, and back.
///
/// A format of one's own is given to ``AtomicStore``, or registered with
/// `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)` for containers to use.
public protocol AtomicStoreFormat: Sendable {
    /// The kind of store.
    var type: StoreType { get }

    /// How new records are numbered.
    var numbering: StoreNumbering { get }

    /// Whether a file that begins with some bytes, 256 at most, is of this format: stores of the format
    /// are looked into, copied and migrated by their paths then.
    func recognizes(_ start: [UInt8]) -> Bool

    /// The metadata of a file; its records need not be read.
    ///
    /// - Throws: any error, the description of which ends the sentence “The store is damaged:”.
    func metadata(in file: Data) throws -> PersistentStoreMetadata

    /// Reads the records of a file.
    ///
    /// - Throws: any error, the description of which ends the sentence “The store is damaged:”.
    func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument

    /// The bytes of a file.
    ///
    /// - Throws: any error; the file stays as it was then.
    func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data
}

extension AtomicStoreFormat {
    /// From 1, the records of each root entity by themselves.
    public var numbering: StoreNumbering { .byRootEntity }

    /// No: nothing tells.
    public func recognizes(_ start: [UInt8]) -> Bool { false }
}

/// A fault of the file of an atomic store.
public struct AtomicStoreFault: Error, CustomStringConvertible, Sendable, Hashable {
    /// The end of a sentence, without a full stop.
    public let description: String

    /// Makes a fault that says what is wrong with a file.
    public init(_ description: String) {
        self.description = description
    }
}

/// One record on its way between the memory of an atomic store and its file.
public struct AtomicStoreCacheNode: Sendable {
    /// The record: the number of its concrete entity, and its key.
    public var reference: StoreReference
    /// The record's version, from 1. A file that keeps none has 1.
    public var version: Int64 = 1
    /// The values of attributes by slot number; null for relationships. Behind them, by the
    /// `orderSlot` of to-one relationships, stand places in ordered ones, which a file need not keep.
    public var values: [AttributeValue]
    /// The destinations of relationships, to one and to many, by slot number; in order where the
    /// relationship has one.
    ///
    /// One end of a relationship suffices, unless an empty list says that it leads nowhere. Of a
    /// destination's entity only the root has to be right.
    public var destinations: [Int: [StoreReference]] = [:]
    /// Where the record stands in its file, `line 12`, for the message if it is damaged.
    public var place: String?

    /// A record without values.
    public init(entity: EntityLayout, key: Int64) {
        reference = StoreReference(entityNumber: entity.number, key: key)
        values = Array(repeating: .null, count: entity.valueCount)
    }
}

/// All that the file of an atomic store says.
public struct AtomicStoreDocument: Sendable {
    /// The metadata of the store.
    public var metadata: PersistentStoreMetadata
    /// The records, in any order.
    public var nodes: [AtomicStoreCacheNode]
    /// The greatest key that was ever given, by the number of the root entity, so that none is given
    /// twice. Where one is missing, the keys of the records tell.
    public var lastKeys: [Int: Int64] = [:]

    /// Makes a document of the metadata and all records of a store.
    public init(metadata: PersistentStoreMetadata, nodes: [AtomicStoreCacheNode]) {
        self.metadata = metadata
        self.nodes = nodes
    }
}
