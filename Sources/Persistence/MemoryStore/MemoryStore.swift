import Foundation

/// A store that keeps its records in memory; they are gone with it.
///
/// Who reads sees the state of the moment when it began, whatever is written meanwhile.
public final class MemoryStore: PersistentStore {
    public let identifier = UUID().uuidString
    public let path: String? = nil
    public let isReadOnly = false
    private let contents: MemoryContents

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - layout: the model.
    ///   - storeIndex: which of a coordinator's stores it is.
    public init(layout: ModelLayout, storeIndex: Int = 0) {
        contents = MemoryContents(
            MemoryState(layout: layout),
            homes: StoreHomes(
                layout: layout, storeIdentifier: identifier, storeIndex: storeIndex))
    }

    public var homes: StoreHomes { contents.homes }

    public var changeCount: Int { contents.changeCount }

    public func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withReadSession(body)
    }

    public func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withWriteSession(body)
    }

    /// Whether a closure of this thread reads the store, which it must not close.
    public var isReadByThisThread: Bool { contents.isReadByThisThread }

    /// Forgets all records. Nobody reads or writes afterwards.
    ///
    /// - Throws: `PersistenceError.misuse` within a closure that reads the store.
    public func close() throws {
        try contents.close()
    }
}
