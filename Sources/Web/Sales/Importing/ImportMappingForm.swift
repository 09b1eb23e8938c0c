/// The form in which a person says how a file is read: where its columns go, how its characters are written, and
/// whether the day or the month comes first.
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

    /// An encoding that the file can be in.
    struct Encoding: Sendable {
        var value: String
        /// `Windows-1252 (Western Europe)`
        var label: String
        /// What the file says in it.
        var sample: String
        var isSelected = false
    }

    /// A column with days that can be read in two ways.
    struct Days: Sendable {
        /// `dates-0`
        var id: String
        /// The name in the file.
        var name: String
        /// The first of them.
        var text: String
        /// Values are `Their name=day-first`, as on the command line.
        var options: [SelectOption]
    }

    /// Where the form is posted.
    var path: String
    /// What it is about.
    var title = "Match the columns"
    /// Whether it is open from the beginning.
    var isOpen = false
    /// What the rows may be; empty for a store.
    var kinds: [SelectOption] = []
    /// The encodings to choose from; empty for a file that says itself what it is in.
    var encodings: [Encoding] = []
    /// The columns of which a person says whether the day or the month comes first.
    var days: [Days] = []
    /// The entities whose records may be read; empty for a table.
    var entities: [SelectOption] = []
    /// `Column` or `Attribute`.
    var columnLabel: String
    var columns: [Column]
}
