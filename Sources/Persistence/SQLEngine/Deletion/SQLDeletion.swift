/// The statements that delete records of an entity, and take them out of many-to-many relationships.
package struct SQLDeletion {
    private let table: String
    /// The columns of join tables that hold the keys of the entity's records, table by table.
    private let pairs: [(table: String, columns: [String])]

    package init(of entity: SQLEntity) {
        table = entity.table
        pairs = entity.joins.sorted { $0.key < $1.key }.map(\.value).map { join in
            (
                join.table,
                [join.sourceColumn] + (join.isSymmetric ? [join.destinationColumn] : [])
            )
        }
    }

    /// Deletes the record with a key, for SQLite; if it has an expected version, where that is wanted.
    func record(checksVersion: Bool) -> String {
        "DELETE FROM \(table) WHERE Z_PK = ?" + (checksVersion ? " AND Z_OPT = ?" : "")
    }

    /// Deletes the pairs of a record with a key, for SQLite.
    var pairsOfRecord: [String] {
        pairs.flatMap { pair in
            pair.columns.map { "DELETE FROM \(pair.table) WHERE \($0) = ?" }
        }
    }

    /// Deletes many records and their pairs at once, for PostgreSQL, which sends what it deletes back to the
    /// statement. The parameters are the list of keys and that of expected versions, −1 for any. Returns the
    /// keys of the records that are gone.
    package var records: String {
        "WITH gone AS (DELETE FROM \(table) t0 "
            + "USING unnest(CAST($1 AS bigint[]), CAST($2 AS bigint[])) AS v (k, o) "
            + "WHERE t0.Z_PK = v.k AND (v.o < 0 OR t0.Z_OPT = v.o) RETURNING t0.Z_PK)"
            + pairs.enumerated().map { place, pair in
                let condition = pair.columns.map { "\($0) IN (SELECT Z_PK FROM gone)" }
                return ", pairs\(place) AS (DELETE FROM \(pair.table) WHERE "
                    + condition.joined(separator: " OR ") + ")"
            }.joined() + " SELECT Z_PK FROM gone"
    }
}
