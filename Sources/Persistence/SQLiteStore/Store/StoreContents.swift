import Synchronization

/// What the connections of a store share: its schema and how rows become values.
final class StoreContents: Sendable {
    let path: String
    let schema: SQLSchema
    let homes: StoreHomes
    let external: ExternalData
    let isReadOnly: Bool
    /// Who reads, by whom files are kept that the newest state has given up.
    let readerTurns = ReaderTurns()
    /// The entities that the store is for; nil for all.
    private let entityNames: Set<String>?
    /// By which rows of expressions find the homes of records.
    let dictionaryPlan: RowPlan
    private let selections: [RecordSelection]
    private let insertPlans: [WritePlan]
    private let updatePlans = Mutex<[UpdateKey: WritePlan]>([:])
    private let changes = Atomic<Int>(0)

    private struct UpdateKey: Hashable {
        var entity: Int
        var changed: [Int]
        var checksVersion: Bool
    }

    init(
        path: String, schema: SQLSchema, homes: [EntityHome], external: ExternalData,
        isReadOnly: Bool, entityNames: Set<String>? = nil
    ) {
        self.entityNames = entityNames
        self.path = path
        self.schema = schema
        self.homes = StoreHomes(homes: homes)
        self.external = external
        self.isReadOnly = isReadOnly
        dictionaryPlan = RowPlan(steps: [], homes: homes)
        selections = schema.layout.entities.map {
            RecordSelection(of: $0, schema: schema, homes: homes)
        }
        insertPlans = schema.layout.entities.map { WritePlan(insertInto: $0, schema[$0]) }
    }

    func selection(of entity: EntityLayout) -> RecordSelection { selections[entity.number - 1] }

    func insertPlan(of entity: EntityLayout) -> WritePlan { insertPlans[entity.number - 1] }

    func updatePlan(of entity: EntityLayout, changed: [Int], checksVersion: Bool) -> WritePlan {
        let key = UpdateKey(entity: entity.number, changed: changed, checksVersion: checksVersion)
        return updatePlans.withLock { plans in
            if let plan = plans[key] { return plan }
            // Any set of properties may change at once; the plans of common ones come back soon.
            if plans.count > 1_000 { plans.removeAll() }
            let plan = WritePlan(
                update: entity, schema[entity], changed: changed, checksVersion: checksVersion)
            plans[key] = plan
            return plan
        }
    }

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

    /// Rises with every committed transaction.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    func countChange() {
        changes.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
}
