/// A table that values are taken from: the records of an entity.
struct SQLSource {
    let scope: SQLScope
    let alias: String
    let entity: EntityLayout
    /// Whether a to-one relationship leads here, so that there may be no record.
    var isBehindToOne = false
}
