import Synchronization

/// The state that a store's connections share: its schema, and how rows become values.
final class SQLiteStoreContents: Sendable {
    let path: String
    let schema: SQLSchema
    let storeEntities: StoreEntities
    let external: ExternalData
    let isReadOnly: Bool
    /// The identity of the store's file, if no lock prevents its replacement.
    let file: FileNumber?
    /// The readers, for which discarded files are kept.
    let readerEpochs = ReaderEpochs()
    /// Notices changes of others to the file.
    let others: ExternalChangeMonitor
    /// The entities of the store; nil for all.
    private let entityNames: Set<String>?
    /// Finds the store entities of records in rows of expressions.
    let dictionaryPlan: RowPlan
    private let selections: [RecordSelection]
    let plans: WritePlans
    /// The full-text indexes of the model.
    let textIndexes: [SQLTextIndex]
    /// The sort keys of the model.
    let sortKeys: [SQLSortKeys]
    /// The sums of the model.
    let groupSums: [SQLGroupSums]
    private let changes = Atomic<Int>(0)

    init(
        path: String, schema: SQLSchema, storeEntities: StoreEntities, external: ExternalData,
        isReadOnly: Bool, file: FileNumber? = nil, entityNames: Set<String>? = nil,
        others: ExternalChangeMonitor = ExternalChangeMonitor()
    ) {
        self.file = file
        self.entityNames = entityNames
        self.others = others
        self.path = path
        self.schema = schema
        self.storeEntities = storeEntities
        self.external = external
        self.isReadOnly = isReadOnly
        dictionaryPlan = RowPlan(steps: [], storeEntities: storeEntities.all)
        selections = schema.layout.entities.map {
            RecordSelection(of: $0, schema: schema, storeEntities: storeEntities.all)
        }
        plans = WritePlans(schema)
        textIndexes = schema.textIndexes
        sortKeys = schema.sortKeys
        groupSums = schema.groupSums
    }

    func selection(of entity: EntityLayout) -> RecordSelection { selections[entity.number - 1] }

    /// The tables that a connection finds.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if they are of another model by now.
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
                reason: .incompatibleModel("another program has migrated it: open it again"))
        }
        return catalog
    }

    /// Increases with every committed transaction, and with noticed changes of others.
    var changeCount: Int { changes.load(ordering: .acquiring) + others.count }

    func countChange() {
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
}
