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

    /// No: nothing tells.
    public func recognizes(_ start: [UInt8]) -> Bool { false }
}

/// What is wrong with the file of an atomic store.
public struct AtomicStoreFault: Error, CustomStringConvertible, Sendable, Hashable {
    /// The end of a sentence, without a full stop.
    public let description: String

    /// Makes a fault that says what is wrong with a file.
    public init(_ description: String) {
        self.description = description
    }
}
