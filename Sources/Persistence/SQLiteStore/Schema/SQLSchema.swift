/// Where the properties of a model's entities are in a database of Core Data's layout.
struct SQLSchema: Sendable {
    let layout: ModelLayout
    /// The entities; the one with number n stands at n − 1.
    let entities: [SQLEntity]
    /// The tables of the root entities, in the order of their numbers.
    let tables: [SQLTable]
    /// The join tables of the many-to-many relationships, by name.
    let joinTables: [SQLJoinTable]
    /// The statements that make the indexes.
    let indexes: [String]

    subscript(entity: EntityLayout) -> SQLEntity { entities[entity.number - 1] }
}

/// Where the properties of one entity are.
struct SQLEntity: Sendable {
    /// The table of the root entity: `ZITEM`.
    let table: String
    /// The columns by value number: of an attribute, of a to-one relationship, and, behind the
    /// slots, of the place in an ordered relationship. Nil for what has no column.
    let columns: [String?]
    /// By slot number, the column that holds the entity number of a to-one relationship's
    /// destination (`Z1_BOOK`), where the destination has subentities.
    let entityColumns: [Int: String]
    /// By slot number, the join tables of the many-to-many relationships.
    let joins: [Int: SQLJoin]
}

/// The join table of a many-to-many relationship, seen from one of its ends.
struct SQLJoin: Sendable, Hashable {
    let table: String
    /// The column that holds the key of this end's record.
    let sourceColumn: String
    /// The column that holds the key of the destination.
    let destinationColumn: String
    /// The column of the destination's place in this end's order; nil if it has none.
    let orderColumn: String?
    /// The column of this end's place in the destination's order; nil if it has none.
    let inverseOrderColumn: String?
    /// Whether the relationship is its own inverse, so that each pair stands there both ways.
    var isSymmetric = false
}

/// The table of a root entity.
struct SQLTable: Sendable, Hashable {
    let name: String
    /// The columns behind `Z_PK`, `Z_ENT` and `Z_OPT`, in the order of their creation.
    let columns: [SQLColumn]

    /// The statement that makes the table.
    var createStatement: String {
        let all =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + columns.map { "\($0.name) \($0.type)" }
        return "CREATE TABLE \(name) ( \(all.joined(separator: ", ")) )"
    }
}

/// A column of a table.
struct SQLColumn: Sendable, Hashable {
    let name: String
    /// The declared type, which decides what SQLite makes of numbers.
    let type: String
}

/// The join table of a many-to-many relationship.
struct SQLJoinTable: Sendable, Hashable {
    let name: String
    /// The two key columns.
    let keyColumns: [String]
    /// The columns of places in ordered relationships.
    let orderColumns: [String]

    /// The statement that makes the table.
    var createStatement: String {
        let columns = (keyColumns + orderColumns).map { "\($0) INTEGER" }
        return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(keyColumns.joined(separator: ", "))) )"
    }

    /// The statement that makes the index for the way back.
    var createIndexStatement: String {
        "CREATE INDEX \(name)_\(keyColumns[1])_INDEX ON \(name) "
            + "(\(keyColumns[1]), \(keyColumns[0]))"
    }
}
