public import Foundation

/// How the records of an atomic store become the bytes of a file, and back.
///
/// A store with a format of one's own is an ``AtomicStore`` that is made with it, or registered with
/// `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
public protocol AtomicStoreFormat: Sendable {
    /// The kind of store.
    var type: StoreType { get }

    /// How new records are numbered.
    var numbering: StoreNumbering { get }

    /// What a file says about itself; its records need not be read.
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
}

/// What is wrong with the file of an atomic store.
public struct AtomicStoreFault: Error, CustomStringConvertible, Sendable, Hashable {
    /// The end of a sentence, without a full stop.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
