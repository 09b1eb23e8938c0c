import CSQLite
import Foundation
import ObjectModel

/// Opens or creates the file of a store.
struct SQLiteStoreOpener {
    let description: StoreDescription
    let layout: ModelLayout

    init(_ description: StoreDescription, _ layout: ModelLayout) {
        self.description = description
        self.layout = layout
    }

    var path: String { description.path }

    struct Opened {
        var contents: SQLiteStoreContents
        var metadata: StoreMetadata
        var lock: StoreLock?
        /// The writing session; for a read-only store, the one that opened it.
        var writer: SQLiteSession?
        var openReader: () throws -> SQLiteSession
    }

    func open(_ storeIndex: Int) throws -> Opened {
        let access = StoreAccess(description)
        let takesLock = !description.isReadOnly && description.locksFile
        try access.requireUsable(withLog: !takesLock)
        let lock = takesLock ? try StoreLock(storePath: path) : nil
        // Another process may have created the file before the lock was taken.
        let isNew = lock != nil && !access.fileExists
        do {
            if let lock { try access.checkLog(lock) }
            let opened = try open(access, lock: lock, storeIndex)
            if isNew { lock?.recordFile() }
            return opened
        } catch {
            if isNew { lock?.ifAlone(access.removeFiles) }
            lock?.release()
            throw access.openFailure(error)
        }
    }

    private func open(_ access: StoreAccess, lock: StoreLock?, _ storeIndex: Int) throws -> Opened {
        // Read before the file is opened, so that a replacement is noticed at once.
        let present = FileNumber(path: path)
        let connection = try access.connect()
        let file = lock == nil && !description.isReadOnly ? present ?? FileNumber(path: path) : nil
        // Read first, so that the first session notices later changes of others.
        let schemaVersion = try connection.integer("PRAGMA schema_version") ?? 0
        let entityNames = description.configuration.map(layout.model.entityNames)
        var schema = try SQLSchema.make(layout)
        var catalog = try StoreCatalog(connection)
        var made: StoreMetadata?
        if catalog.isEmpty {
            made = try make(schema, connection)
            catalog = try StoreCatalog(connection)
        }
        let metadata =
            try made ?? fit(&schema, &catalog, of: schemaVersion, connection, entityNames)
        try makeAuxiliaryIndexes(connection, schema, metadata, catalog)
        var history = HistoryTables(catalog)
        if history == nil, description.tracksHistory, !description.isReadOnly {
            history = try HistoryTables.create(layout, connection)
        }
        let contents = contents(
            schema, metadata, storeIndex, file, entityNames, others: ExternalChangeMonitor(lock))
        if !description.isReadOnly {
            try access.prepareWriting(connection)
            try ExternalSweep(
                schema: schema, external: contents.external, connection: connection
            ).run()
        }
        let known = try KnownSchema(version: schemaVersion, history: history, connection)
        let placeholders = schema.placeholders(in: catalog)
        return Opened(
            contents: contents, metadata: metadata, lock: lock,
            writer: try writer(connection, access, contents, known, placeholders),
            openReader: {
                try SQLiteSession(store: contents, knownSchema: known, canWrite: false) {
                    let reader = try access.connectReader()
                    try placeholders.forEach(reader.executeOnce)
                    return reader
                }
            })
    }

    /// Creates the store. Returns nil if another process has done so.
    private func make(_ schema: SQLSchema, _ connection: Connection) throws -> StoreMetadata? {
        guard !description.isReadOnly else {
            throw PersistenceError.cannotOpen(
                path: path, reason: .foreign("the database is empty"))
        }
        return try StoreCreator(connection: connection, schema: schema).create()
    }

    /// Adapts an existing store and the schema to each other.
    ///
    /// - Parameter version: the schema's version when the catalog was read, or before.
    private func fit(
        _ schema: inout SQLSchema, _ catalog: inout StoreCatalog, of version: Int64,
        _ connection: Connection, _ entityNames: Set<String>?
    ) throws -> StoreMetadata {
        try catalog.checkIsStore(path)
        let made = schema
        var version = version
        while true {
            // In one state, because another process may migrate the store at any time.
            let metadata = try connection.transaction(.deferred) { () -> StoreMetadata? in
                let current = try connection.integer("PRAGMA schema_version") ?? 0
                if current != version { catalog = try StoreCatalog(connection) }
                version = current
                let metadata = try StoreMetadata(reading: connection)
                let compatibility = StoreCompatibility(
                    schema: made, metadata: metadata, catalog: catalog, connection: connection,
                    entityNames: entityNames)
                if try isToBeMigrated(compatibility) { return nil }
                schema = try compatibility.adaptedSchema()
                return metadata
            }
            guard let metadata else {
                try migrate(connection)
                continue
            }
            try schema.placeholders(in: catalog).forEach(connection.executeOnce)
            guard try align(connection, schema, of: version) else { continue }
            try finishDeferredMigration(connection, schema, metadata)
            return metadata
        }
    }

    /// The session of the connection that opened the store.
    private func writer(
        _ connection: Connection, _ access: StoreAccess, _ contents: SQLiteStoreContents,
        _ known: KnownSchema, _ placeholders: [String]
    ) throws -> SQLiteSession {
        var first: Connection? = connection
        let isReadOnly = description.isReadOnly
        return try SQLiteSession(store: contents, knownSchema: known, canWrite: !isReadOnly) {
            if let connection = first.take() { return connection }
            let connection = try access.connect()
            if !isReadOnly { try access.setSynchronous(connection) }
            try placeholders.forEach(connection.executeOnce)
            return connection
        }
    }

    private func contents(
        _ schema: SQLSchema, _ metadata: StoreMetadata, _ storeIndex: Int, _ file: FileNumber?,
        _ entityNames: Set<String>?, others: ExternalChangeMonitor
    ) -> SQLiteStoreContents {
        SQLiteStoreContents(
            path: path, schema: schema,
            storeEntities: StoreEntities(
                layout: layout, storeIdentifier: metadata.identifier, storeIndex: storeIndex),
            external: ExternalData(
                storePath: path, threshold: description.sqlite.externalDataThreshold,
                isStaged: description.isStaged),
            isReadOnly: description.isReadOnly, file: file, entityNames: entityNames, others: others
        )
    }
}

struct StoreCreator {
    let connection: Connection
    let schema: SQLSchema

    /// Creates all tables in one transaction. Returns nil if another process has created a store.
    func create() throws -> StoreMetadata? {
        let layout = schema.layout
        let metadata = StoreMetadata(newStoreFor: layout.model, hashes: layout.versionHashes)
        // These three only take effect on an empty database.
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
