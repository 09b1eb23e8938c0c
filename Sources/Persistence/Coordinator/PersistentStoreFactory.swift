import Foundation
public import ObjectModel

/// Opens stores of one kind.
///
/// A library that brings a kind of store makes its factory known by
/// `PersistentStoreCoordinator.registerStoreFactory(_:forStoreType:)`; containers and coordinators
/// open descriptions of that type by it then, and addresses of its schemes.
public protocol PersistentStoreFactory: Sendable {
    /// The schemes of the addresses that lead to such stores, in lower case. Default: none.
    var schemes: Set<String> { get }

    /// Opens a store, or makes it.
    ///
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    func openStore(_ opening: StoreOpening) throws -> any PersistentStore

    /// The metadata of the store at a location. Nothing is changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata

    /// Sets or removes values of an application in what the store at a place says about itself. Those who have
    /// it open go on.
    ///
    /// - Parameter values: the values by key, null to remove one, given what the store says: no others are set
    ///   meanwhile. None leave the store as it is.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`, and what the closure throws.
    func setMetadata(
        at location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws

    /// The model that the store at a place was written with, from the store itself. Nothing is changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore` without one.
    func storedModel(at location: StoreLocation) throws -> ManagedObjectModel

    /// Makes an empty store for a copy of another one, in the place of what is there, and opens it for
    /// writing.
    ///
    /// - Parameter metadata: the new store takes its identifier and what applications have set.
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore

    /// Removes the store at a place, if there is one.
    ///
    /// - Throws: `PersistenceError.cannotOpen` with the cause.
    func destroyStore(at location: StoreLocation) throws

    /// Moves the store at a place to another one, in one step. What is there goes aside.
    ///
    /// - Parameters:
    ///   - name: what is to stand behind the name of the place that the former store goes to.
    ///   - whenMoved: runs just before the step is done, which is not done if it throws.
    /// - Returns: where the former store is; nil if there was none.
    /// - Throws: `PersistenceError`; both stores stay where they are then.
    func moveStore(
        from source: StoreLocation, to target: StoreLocation, puttingAsideAs name: String,
        whenMoved: () throws -> Void
    ) throws -> StoreLocation?
}

extension PersistentStoreFactory {
    /// None: stores are in files or in memory.
    public var schemes: Set<String> { [] }

    /// Refuses: the kind says nothing without being opened.
    public func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata {
        throw PersistenceError.misuse("The store \(location) says nothing about itself")
    }

    /// Refuses: the kind keeps nothing of an application's own.
    public func setMetadata(
        at location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws {
        throw PersistenceError.misuse("The store \(location) keeps nothing about itself")
    }

    /// Refuses: the kind keeps no model.
    public func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        throw PersistenceError.corruptStore(
            path: "\(location)", reason: "the store does not hold its model")
    }

    /// Refuses: the kind takes no copies.
    public func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore {
        throw PersistenceError.misuse(
            "No store can be copied into one of the type \(opening.description.type)")
    }

    /// Refuses: the kind removes no stores.
    public func destroyStore(at location: StoreLocation) throws {
        throw PersistenceError.misuse("The store \(location) cannot be removed")
    }

    /// Refuses: the kind moves no stores.
    public func moveStore(
        from source: StoreLocation, to target: StoreLocation, puttingAsideAs name: String,
        whenMoved: () throws -> Void
    ) throws -> StoreLocation? {
        throw PersistenceError.misuse("The store \(source) cannot be moved")
    }
}

/// The arguments with which a store is opened.
public struct StoreOpening: Sendable {
    /// Which store, and how.
    public var description: StoreDescription
    /// The model.
    public var layout: ModelLayout
    /// Which of a coordinator's stores it is, from 0 on.
    public var storeIndex: Int
    /// How many threads read at once.
    public var readerCount: Int

    /// The arguments with which a store is opened.
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

/// Options that only one kind of store knows, `StoreDescription.options`.
public protocol StoreOptions: Sendable {}

/// Where a store is.
public enum StoreLocation: Sendable, Hashable {
    /// In memory, gone with its container.
    case memory
    /// In a file, by its path.
    case file(String)
    /// Behind an address whose scheme tells who opens it, such as `postgresql://host/database`.
    case address(String)

    /// The path of the file; nil for a store in no file.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// The scheme of an address, in lower case; nil for anything else.
    public var scheme: String? {
        guard case .address(let address) = self, let colon = address.firstIndex(of: ":") else {
            return nil
        }
        return address[..<colon].lowercased()
    }
}

extension StoreLocation: CustomStringConvertible {
    /// The place for a person to read. Of an address, no password is shown, and nothing behind a
    /// question mark.
    public var description: String {
        switch self {
        case .memory: "in memory"
        case .file(let path): path
        case .address(let address): Self.withoutSecrets(address)
        }
    }

    private static func withoutSecrets(_ address: String) -> String {
        let text = address.prefix { $0 != "?" && $0 != "#" }
        // Without slashes, anything may stand there.
        guard let start = text.range(of: "://")?.upperBound else { return "…" }
        let authority = text[start...].prefix { $0 != "/" }
        // A password may have the sign in it.
        guard let at = authority.lastIndex(of: "@") else { return String(text) }
        let user = authority[..<at].prefix { $0 != ":" }
        return "\(text[..<start])\(user)\(text[at...])"
    }
}
