import Domain

extension ItemFormPage {
    init(_ form: ItemForm, _ inventory: Inventory, notices: [Notice] = []) {
        self.init(
            layout: inventory.site.layout(
                title: "New item", section: .inventory, crumbs: [inventory.itemsCrumb],
                notices: notices),
            form: form)
    }
}

extension ItemFormPage {
    /// The page of a form for an item, or for copies of it.
    init(
        _ item: ItemValues, _ form: ItemForm, _ inventory: Inventory, heading: String = "Edit"
    ) {
        self.init(
            layout: inventory.site.layout(
                title: "\(heading) \(item.name)", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(item)]),
            heading: heading, name: item.name, form: form)
    }
}

extension ItemConflictPage {
    /// The page that compares the input with the changes made elsewhere.
    init(
        _ saved: ItemValues, _ posted: PostedForm, _ form: ItemForm, _ inventory: Inventory,
        _ names: ItemNames, _ ownFields: ItemFieldTexts
    ) {
        let fields =
            [
                ("itemName", "Name"),
                ("valueInDollars", FormText.label(of: "valueInDollars")),
                ("serialNumber", "Serial number"), ("assetType", "Type"), ("location", "Location"),
                ("tags", "Tags"), ("notes", "Notes"),
            ] + ItemDetails.fields.map { ($0.name, $0.label) }
            + ownFields.fields.map { ($0.fieldName, $0.name) }
        self.init(
            layout: inventory.site.layout(
                title: "\(saved.name) has changed", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(saved)]),
            name: saved.name, hasBefore: !posted.shown.isEmpty,
            rows: posted.comparison(fields, saved.texts.merging(ownFields.texts) { $1 }) {
                name, text in
                switch name {
                case "valueInDollars": Self.value(text, in: inventory.site.currency)
                case "assetType": Self.type(text, names.labels)
                case "location":
                    text == ChosenLocation.newValue
                        ? posted.text(ChosenLocation.nameField(name)) ?? ""
                        : Int64(text).map { names.locations.pathText(to: $0) } ?? "No location"
                default: text
                }
            },
            recordPath: inventory.links(.item(saved.key)), form: form)
    }

    /// An amount as it would be saved; unreadable text is unchanged.
    private static func value(_ text: String, in currency: Currency) -> String {
        do {
            let value = try WholeAmount.parse(text, in: currency, by: .current) ?? 0
            return value == 0 ? "" : currency.wholeText(Int64(value))
        } catch {
            return text
        }
    }

    private static func type(_ number: String, _ labels: [AssetTypeLabel]) -> String {
        if number.isEmpty { return "No type" }
        return labels.first { String($0.number) == number }?.text ?? number
    }
}

/// The form of a new or an existing item.
struct ItemFormPage: TemplatePage {
    static let template = "inventory/form"

    var layout: LayoutPage
    /// `Edit`, `Copy`; empty for a new one.
    var heading = ""
    /// The name of the item; empty for a new one.
    var name = ""
    var form: ItemForm
}

/// A conflicting edit (409): the changes of the other window and of this one.
struct ItemConflictPage: TemplatePage {
    static let template = "inventory/conflict"

    var layout: LayoutPage
    var name: String
    /// Whether the initial texts of the form are known.
    var hasBefore: Bool
    var rows: [ConflictRow]
    var recordPath: String
    /// The input over the saved values, with the current version.
    var form: ItemForm
}
