import ObjectModel
import Persistence

/// The tables of the store that is there, under the names that unqualified ones lead to.
struct StoreTables {
    /// The tables; none where there is no store.
    let names: [String]
    private let connection: ServerConnection

    /// - Throws: errors of the server, `PersistenceError.corruptStore`.
    init(of address: ServerAddress, _ connection: ServerConnection) throws {
        self.connection = connection
        let answer = try connection.runOnce(
            "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema()")
        let present = Set((0..<answer.rowCount).map { answer[$0].string(0) })
        guard present.contains("z_metadata") else {
            names = []
            return
        }
        let schema = try SQLSchema.make(
            ModelLayout(StoreReader(address, connection).model()), for: .postgreSQL)
        let own =
            schema.joinTables.map(\.name) + schema.tables.map(\.name) + [
                "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE",
            ] + HistoryColumns.tables
        names = own.filter { present.contains(ServerName($0).stored) }
    }

    func drop() throws {
        guard !names.isEmpty else { return }
        try connection.execute("DROP TABLE \(names.joined(separator: ", "))")
    }
}
