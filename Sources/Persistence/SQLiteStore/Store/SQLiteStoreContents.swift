import Synchronization

/// The state that the connections of a store share: its schema, and how rows become values.
final class SQLiteStoreContents: Sendable {
    let path: String
    let schema: SQLSchema
    let storeEntities: StoreEntities
    let external: ExternalData
    let isReadOnly: Bool
    /// The store's file, where no lock keeps others from putting another one in its place.
    let file: FileNumber?
    /// The readers, for which files are kept that the newest state no longer refers to.
    let readerTurns = ReaderEpochs()
    /// Notices changes that others write to the file.
    let others: ExternalChangeMonitor
    /// The entities that the store is for; nil for all.
    private let entityNames: Set<String>?
    /// By which rows of expressions find the store entities of records.
    let dictionaryPlan: RowPlan
    private let selections: [RecordSelection]
    /// How records are written.
    let plans: WritePlans
    /// The full-text indexes that the model asks for.
    let textIndexes: [SQLTextIndex]
    /// The sort keys that the model asks for.
    let sortKeys: [SQLSortKeys]
    /// The sums that the model asks for.
    let groupSums: [SQLGroupSums]
    private let changes = Atomic<Int>(0)

    init(
        path: String, schema: SQLSchema, storeEntities: [StoreEntity], external: ExternalData,
        isReadOnly: Bool, file: FileNumber? = nil, entityNames: Set<String>? = nil,
        others: ExternalChangeMonitor = ExternalChangeMonitor()
    ) {
        self.file = file
        self.entityNames = entityNames
        self.others = others
        self.path = path
        self.schema = schema
        self.storeEntities = StoreEntities(storeEntities)
        self.external = external
        self.isReadOnly = isReadOnly
        dictionaryPlan = RowPlan(steps: [], storeEntities: storeEntities)
        selections = schema.layout.entities.map {
            RecordSelection(of: $0, schema: schema, storeEntities: storeEntities)
        }
        plans = WritePlans(schema)
        textIndexes = schema.textIndexes
        sortKeys = schema.sortKeys
        groupSums = schema.groupSums
    }

    func selection(of entity: EntityLayout) -> RecordSelection { selections[entity.number - 1] }

    /// The tables that a connection finds.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if they are those of another model by now.
    func checkedCatalog(_ connection: Connection) throws -> StoreCatalog {
        let catalog = try StoreCatalog(connection)
        let compatibility = StoreCompatibility(
            schema: schema, metadata: try StoreMetadata(reading: connection), catalog: catalog,
            connection: connection, entityNames: entityNames)
        guard try compatibility.differingEntities().isEmpty,
            try compatibility.numbers() == schema.numbers
        else {
            throw PersistenceError.cannotOpen(
                path: path,
                reason: .incompatibleModel("somebody else has migrated it: open it again"))
        }
        return catalog
    }

    /// Rises with every committed transaction, and when others are noticed.
    var changeCount: Int { changes.load(ordering: .acquiring) + others.count }

    func countChange() {
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
}
