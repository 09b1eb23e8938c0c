import Foundation
import ObjectModel
import Persistence
import Synchronization

/// Opens stores by addresses, which end in the path of a file that has the records.
struct OutsideStoreFactory: PersistentStoreFactory {
    static let type = StoreType(rawValue: "Outside")

    /// The options of these stores.
    struct Options: StoreOptions, Equatable {
        var color: String
    }

    private static let identifiers = Mutex<[StoreLocation: String]>([:])
    private static let openings = Mutex<[StoreLocation: StoreOpening]>([:])

    let schemes: Set<String> = ["outside"]

    static func register() {
        PersistentStoreCoordinator.registerStoreFactory(
            OutsideStoreFactory(), forStoreType: type)
    }

    /// The last options of the store at an address.
    static func opening(of address: String) -> StoreOpening? {
        openings.withLock { $0[.address(address)] }
    }

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        let location = opening.description.location
        let records = try SQLiteStore(
            .sqlite(path: try path(of: location)), layout: opening.layout,
            storeIndex: opening.storeIndex)
        Self.openings.withLock { $0[location] = opening }
        return OutsideStore(
            layout: opening.layout, storeIndex: opening.storeIndex,
            identifier: identifier(of: location), location: location,
            capabilities: .writesConcurrently, records: records)
    }

    func makeStore(
        _ opening: StoreOpening, with metadata: PersistentStoreMetadata
    ) throws -> any PersistentStore {
        let location = opening.description.location
        try PersistentStoreCoordinator.destroyPersistentStore(at: path(of: location))
        Self.identifiers.withLock { $0[location] = metadata.identifier }
        return try openStore(opening)
    }

    func metadata(at location: StoreLocation) throws -> PersistentStoreMetadata {
        PersistentStoreMetadata(identifier: identifier(of: location))
    }

    func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        try PersistentStoreCoordinator.storedModel(at: path(of: location))
    }

    private func path(of location: StoreLocation) throws -> String {
        let prefix = "outside://host"
        guard case .address(let address) = location, address.hasPrefix(prefix) else {
            throw PersistenceError.cannotOpen(path: "\(location)", reason: .missing)
        }
        return String(address.dropFirst(prefix.count))
    }

    private func identifier(of location: StoreLocation) -> String {
        Self.identifiers.withLock { identifiers in
            let identifier = identifiers[location] ?? UUID().uuidString
            identifiers[location] = identifier
            return identifier
        }
    }
}
