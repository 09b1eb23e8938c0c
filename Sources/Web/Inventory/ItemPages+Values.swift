import Domain

extension ItemNewPage {
    /// The page of a form for a new item.
    init(_ form: ItemForm, _ inventory: Inventory, notices: [Notice] = []) {
        self.init(
            layout: inventory.site.layout(
                title: "New item", section: .inventory, crumbs: [inventory.itemsCrumb],
                notices: notices),
            form: form)
    }
}

extension ItemEditPage {
    /// The page of a form for an item.
    init(_ item: ItemValues, _ form: ItemForm, _ inventory: Inventory) {
        self.init(
            layout: inventory.site.layout(
                title: "Edit \(item.name)", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(item)]),
            name: item.name, form: form)
    }
}

extension ItemConflictPage {
    /// The page that shows what is saved beside what was typed.
    init(
        _ saved: ItemValues, _ typed: FormData, _ form: ItemForm, _ inventory: Inventory,
        labels: [AssetTypeLabel]
    ) {
        self.init(
            layout: inventory.site.layout(
                title: "\(saved.name) has changed", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(saved)]),
            name: saved.name,
            rows: [
                Self.row("Name", saved.name, typed["itemName"]),
                Self.row("Value", saved.valueText, typed["valueInDollars"].map(Self.value)),
                Self.row("Serial number", saved.serialNumber, typed["serialNumber"]),
                Self.row(
                    "Type", saved.assetType?.text ?? "No type",
                    typed["assetType"].map { Self.type($0, labels) }),
            ],
            itemPath: inventory.links(.item(saved.key)), form: form)
    }

    /// What was not typed stays as it is saved.
    private static func row(_ label: String, _ saved: String, _ typed: String?) -> ConflictRow {
        ConflictRow(label, before: nil, saved: saved, typed: typed == saved ? nil : typed)
    }

    /// An amount as it would be saved; one that cannot be read stays as it is.
    private static func value(_ text: String) -> String {
        do {
            let value = try WholeDollars.parse(text) ?? 0
            return value == 0 ? "" : WholeDollars.text(Int(value))
        } catch {
            return text
        }
    }

    private static func type(_ number: String, _ labels: [AssetTypeLabel]) -> String {
        if number.isEmpty { return "No type" }
        return labels.first { String($0.number) == number }?.text ?? number
    }
}
