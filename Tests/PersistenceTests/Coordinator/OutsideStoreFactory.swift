import Foundation
import ObjectModel
import Persistence
import Synchronization

/// Opens stores by addresses, whose records stay as long as the process.
struct OutsideStoreFactory: PersistentStoreFactory {
    static let type = StoreType(rawValue: "Outside")

    /// What such stores alone know.
    struct Options: StoreOptions, Equatable {
        var color: String
    }

    private static let stores = Mutex<[StoreLocation: OutsideStore]>([:])
    private static let openings = Mutex<[StoreLocation: StoreOpening]>([:])

    let schemes: Set<String> = ["outside"]

    static func register() {
        PersistentStoreCoordinator.registerStoreFactory(
            OutsideStoreFactory(), forStoreType: type)
    }

    /// What the store at an address was opened with last.
    static func opening(of address: String) -> StoreOpening? {
        openings.withLock { $0[.address(address)] }
    }

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        try store(opening, identifier: UUID().uuidString)
    }

    func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore {
        Self.stores.withLock { $0[opening.description.location] = nil }
        return try store(opening, identifier: metadata.identifier)
    }

    private func store(_ opening: StoreOpening, identifier: String) throws -> OutsideStore {
        let location = opening.description.location
        guard location.scheme == "outside" else {
            throw PersistenceError.cannotOpen(path: "\(location)", reason: .missing)
        }
        Self.openings.withLock { $0[location] = opening }
        return Self.stores.withLock { stores in
            if let store = stores[location] { return store }
            let store = OutsideStore(
                layout: opening.layout, storeIndex: opening.storeIndex, identifier: identifier,
                location: location, capabilities: .writesConcurrently)
            stores[location] = store
            return store
        }
    }

    func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata {
        PersistentStoreMetadata(identifier: try opened(location).identifier)
    }

    func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        guard let opening = Self.openings.withLock({ $0[location] }) else {
            throw PersistenceError.cannotOpen(path: "\(location)", reason: .missing)
        }
        return opening.layout.model
    }

    private func opened(_ location: StoreLocation) throws -> OutsideStore {
        guard let store = Self.stores.withLock({ $0[location] }) else {
            throw PersistenceError.cannotOpen(path: "\(location)", reason: .missing)
        }
        return store
    }
}
