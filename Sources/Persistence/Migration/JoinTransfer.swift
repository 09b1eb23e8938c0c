/// How a join table of the newer version comes about.
struct JoinTransfer {
    let entity: EntityLayout
    let slot: PropertySlot
    let table: SQLJoinTable
    let join: SQLJoin
    /// Whether the older table is the very same.
    let isInPlace: Bool
}
