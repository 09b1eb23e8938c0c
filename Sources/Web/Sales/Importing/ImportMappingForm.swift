/// The form in which a person says where the columns of a file go.
struct ImportMappingForm: Sendable {
    /// A column of the file, with the choice of where it goes.
    struct Column: Sendable {
        /// `map-3`
        var id: String
        /// The name in the file.
        var name: String
        /// What stands in the first rows.
        var samples: String
        /// Values are `Their name=itemName`, as on the command line.
        var options: [SelectOption]
    }

    /// Where the form is posted.
    var path: String
    /// Whether it is open from the beginning.
    var isOpen = false
    /// What the rows may be; empty for a store.
    var kinds: [SelectOption] = []
    var hasKinds = false
    /// The entities whose records may be read; empty for a table.
    var entities: [SelectOption] = []
    var hasEntities = false
    /// `Column` or `Attribute`.
    var columnLabel: String
    var columns: [Column]
    /// Whether there are any: of a store there are none before an entity is chosen.
    var hasColumns = true
}
