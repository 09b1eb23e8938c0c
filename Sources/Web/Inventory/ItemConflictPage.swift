/// An edit that came too late (409): what is saved now beside what was typed.
struct ItemConflictPage: TemplatePage {
    static let template = "inventory/conflict"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    var rows: [ConflictRow]
    /// The item as it is saved now.
    var itemPath: String
    /// The typed values, with the version that is saved now.
    var form: ItemForm
}
