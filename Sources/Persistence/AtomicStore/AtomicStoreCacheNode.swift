/// One record on its way between the memory of an atomic store and its file.
public struct AtomicStoreCacheNode: Sendable {
    /// The record: the number of its concrete entity, and its key.
    public var reference: StoreReference
    /// The record's version, from 1. A file that keeps none has 1.
    public var version: Int64 = 1
    /// The values of attributes by slot number; null for relationships. Behind them, by the
    /// `orderValueNumber` of to-one relationships, stand places in ordered ones, which a file need not keep.
    public var values: [AttributeValue]
    /// The destinations of relationships, to one and to many, by slot number; in order where the
    /// relationship has one.
    ///
    /// What one end of a relationship tells the other need not, unless an empty list says that it leads
    /// nowhere, and of a destination's entity only the root has to be right.
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
    /// What the store says about itself.
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
