import Domain

extension ItemFormPage {
    /// The page of a form for a new item.
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
    /// The page that compares what was changed elsewhere with what was typed.
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

    /// An amount as it would be saved; one that cannot be read stays as it is.
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

/// The form of a new item, or of one that is there.
struct ItemFormPage: TemplatePage {
    static let template = "inventory/form"

    var layout: LayoutPage
    /// `Edit`, `Copy`; empty for a new one.
    var heading = ""
    /// The name of the item; empty for a new one.
    var name = ""
    var form: ItemForm
}

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
