import Foundation
public import ObjectModel

/// Opens stores of one kind.
///
/// Register a factory with `PersistentStoreCoordinator.registerStoreFactory(_:forStoreType:)`.
/// Containers and coordinators then use it for descriptions of its type and for addresses of its
/// schemes.
public protocol PersistentStoreFactory: Sendable {
    /// The schemes of the addresses of such stores, in lower case. Default: none.
    var schemes: Set<String> { get }

    /// Opens or creates a store.
    ///
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    func openStore(_ opening: StoreOpening) throws -> any PersistentStore

    /// The metadata of the store at a location, read without changes.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata

    /// Sets or removes an application's values in the metadata of the store at a location, which
    /// may be open.
    ///
    /// - Parameter values: returns the values by key, null to remove one, for the current metadata,
    ///   in one transaction. If empty, the store stays unchanged.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`, errors of the
    ///   closure.
    func setMetadata(
        at location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws

    /// The model that the store at a location contains, read without changes.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore` without one.
    func storedModel(at location: StoreLocation) throws -> ManagedObjectModel

    /// Makes an empty store for a copy of another one, replacing an existing store, and opens it
    /// for writing.
    ///
    /// - Parameter metadata: the source of the new store's identifier and application values.
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore

    /// Removes the store at a location, if there is one.
    ///
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    func destroyStore(at location: StoreLocation) throws

    /// Moves the store at a location to another one in one step, and an existing store there aside.
    ///
    /// - Parameters:
    ///   - name: the suffix for the name of the former store.
    ///   - whenMoved: called just before the step; an error prevents it.
    /// - Returns: the location of the former store; nil if there was none.
    /// - Throws: `PersistenceError`; both stores stay in place then.
    func moveStore(
        from source: StoreLocation, to target: StoreLocation, puttingAsideAs name: String,
        whenMoved: () throws -> Void
    ) throws -> StoreLocation?
}

extension PersistentStoreFactory {
    /// None: stores are in files or in memory.
    public var schemes: Set<String> { [] }

    /// Throws: metadata of this kind cannot be read without opening the store.
    public func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata {
        throw PersistenceError.misuse("The metadata of the store \(location) cannot be read")
    }

    /// Throws: this kind has no application values.
    public func setMetadata(
        at location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws {
        throw PersistenceError.misuse("The metadata of the store \(location) cannot be changed")
    }

    /// Throws: this kind contains no model.
    public func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        throw PersistenceError.corruptStore(
            path: "\(location)", reason: "the store does not hold its model")
    }

    /// Throws: this kind does not support copies.
    public func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore {
        throw PersistenceError.misuse(
            "No store can be copied into one of the type \(opening.description.type)")
    }

    /// Throws: this kind does not support removal.
    public func destroyStore(at location: StoreLocation) throws {
        throw PersistenceError.misuse("The store \(location) cannot be removed")
    }

    /// Throws: this kind does not support moves.
    public func moveStore(
        from source: StoreLocation, to target: StoreLocation, puttingAsideAs name: String,
        whenMoved: () throws -> Void
    ) throws -> StoreLocation? {
        throw PersistenceError.misuse("The store \(source) cannot be moved")
    }
}

/// The arguments for opening a store.
public struct StoreOpening: Sendable {
    /// The store's description.
    public var description: StoreDescription
    /// The model.
    public var layout: ModelLayout
    /// The index of the store in its coordinator.
    public var storeIndex: Int
    /// The number of concurrent readers.
    public var readerCount: Int
    /// The value transformers that handlers of migration stages need, by name. Default: none.
    public var transformers: [String: any AttributeTransformer] = [:]

    /// Makes the arguments for opening a store.
    public init(
        _ description: StoreDescription, layout: ModelLayout, storeIndex: Int = 0,
        readerCount: Int = 4
    ) {
        self.description = description
        self.layout = layout
        self.storeIndex = storeIndex
        self.readerCount = readerCount
    }
}

/// Options of one kind of store, `StoreDescription.options`.
public protocol StoreOptions: Sendable {}

/// The location of a store.
///
/// ```swift
/// let location = StoreLocation.address("postgresql://ada@db.example.org/home")
/// let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: location)
/// ```
public enum StoreLocation: Sendable, Hashable {
    /// In memory, until its container is closed.
    case memory
    /// In a file at a path.
    case file(String)
    /// At an address whose scheme selects the factory, such as `postgresql://host/database`.
    case address(String)

    /// The path of the file; nil without one.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// The scheme of an address, in lower case; otherwise nil.
    public var scheme: String? {
        guard case .address(let address) = self, let colon = address.firstIndex(of: ":") else {
            return nil
        }
        return address[..<colon].lowercased()
    }
}

extension StoreLocation: CustomStringConvertible {
    /// The location for users. Passwords and query parameters of addresses are hidden.
    public var description: String {
        switch self {
        case .memory: "in memory"
        case .file(let path): path
        case .address(let address): Self.withoutSecrets(address)
        }
    }

    private static func withoutSecrets(_ address: String) -> String {
        let text = address.prefix { $0 != "?" && $0 != "#" }
        // Without slashes, the text may contain anything.
        guard let start = text.range(of: "://")?.upperBound else { return "…" }
        let authority = text[start...].prefix { $0 != "/" }
        // A password may contain the sign.
        guard let at = authority.lastIndex(of: "@") else { return String(text) }
        let user = authority[..<at].prefix { $0 != ":" }
        return "\(text[..<start])\(user)\(text[at...])"
    }
}
