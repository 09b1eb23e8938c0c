/// An edit that came too late (409): what the other window changed, and what this one did.
struct ItemConflictPage: TemplatePage {
    static let template = "inventory/conflict"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    /// Whether it is known what the form was filled with.
    var hasBefore: Bool
    var rows: [ConflictRow]
    /// The item as it is saved now.
    var recordPath: String
    /// What was typed over what is saved, with the version that is saved now.
    var form: ItemForm
}
