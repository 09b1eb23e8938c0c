import Foundation

/// Makes the tables of a new store.
struct StoreCreator {
    let connection: Connection
    let schema: SQLSchema

    /// Makes everything, or nothing. Returns nil if somebody else has made a store here meanwhile.
    func create() throws -> StoreMetadata? {
        let layout = schema.layout
        let metadata = StoreMetadata(newStoreFor: layout.model, hashes: layout.versionHashes)
        // These three only take effect on a database without a page.
        try connection.executeOnce("PRAGMA page_size = 4096")
        try connection.executeOnce("PRAGMA auto_vacuum = 2")
        try connection.executeOnce("PRAGMA journal_mode = WAL")
        return try connection.transaction(.exclusive) {
            guard try StoreCatalog(connection).isEmpty else { return nil }
            try (schema.createStatements + schema.entityStatements).forEach(connection.executeOnce)
            try metadata.insert(connection)
            try StoreModelCache.insert(layout.modelCache(), connection)
            return metadata
        }
    }
}
