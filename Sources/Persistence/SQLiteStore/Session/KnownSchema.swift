/// What a connection knows of a store's schema beyond the model, until others change it.
struct KnownSchema: Sendable {
    /// SQLite's number for the schema, which changes with it.
    var version: Int64
    /// The tables of the store's history; nil if it keeps none.
    var history: HistoryTables?
}
