import Foundation

/// Which version of the model a store is of, by what stands in it: whoever migrates the store changes
/// one of these at least.
struct StoreVersion: Equatable {
    private let hashes: [String: Data]
    private let model: Data?

    init(reading connection: Connection) throws {
        hashes = try StoreMetadata(reading: connection).hashes
        model = try StoreModelCache.content(connection)
    }
}

/// Somebody else has migrated a store since it was looked at: it has to be looked at again.
struct StoreVersionHasChanged: Error {}
