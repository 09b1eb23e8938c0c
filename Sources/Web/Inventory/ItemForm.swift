import Domain
import Foundation
import Persistence

/// The fields of an item, shared by the pages that create, edit, copy and reconcile one.
struct ItemForm: Sendable {
    /// The action of the form.
    var path: String
    /// The target of “Cancel”.
    var cancelPath: String
    /// Whether the form creates an item.
    var isNew = false
    var idempotencyKey = ""
    /// The version that the form was filled from; empty for a new item.
    var version = ""
    /// The initial texts of the fields, posted with the version.
    var shown: [HiddenField] = []
    var summary = FaultSummary()

    /// The fields that are always shown: the name, two beside each other, and the others.
    var itemName: [RecordFormField] = []
    var valueInDollars: [RecordFormField] = []
    var serialNumber: [RecordFormField] = []
    var others: [RecordFormField] = []
    /// The fields of the collapsed part.
    var details: [RecordFormField] = []
    /// Whether the part is expanded, because one of its fields has a text or a fault.
    var hasDetails = false
    var photo: PhotoField
    /// Whether the form makes copies of an item.
    var isCopy = false
    /// The fields for the number of copies and for whether they get its photos.
    var copies: [RecordFormField] = []
}

/// An item with what its form shows.
struct ItemState: Sendable {
    let item: ItemValues
    let names: ItemNames
    let ownFields: ItemFieldTexts

    /// The texts of the fields, by name.
    var texts: [String: String] { item.texts.merging(ownFields.texts) { $1 } }

    /// The texts of the first of some copies; of a single one, the initial texts of the form.
    func copiedTexts(count: Int = 1) -> [String: String] {
        texts.reduce(into: [:]) {
            $0[$1.key] = Item.copying($1.key).text(ofCopyOf: $1.value, count: count)
        }
    }
}

extension Inventory {
    /// - Throws: errors of the store.
    func state(of item: Item, in context: ManagedObjectContext) throws -> ItemState {
        ItemState(
            item: try ItemValues(item), names: try names(in: context),
            ownFields: try ItemFieldTexts(item, in: context))
    }

    /// The item in an address with what its form shows.
    ///
    /// - Throws: a 404 if there is none.
    func state(_ key: UUID, in context: ManagedObjectContext) throws -> ItemState {
        try state(of: item(key, in: context), in: context)
    }
}

extension ItemForm {
    /// The fields that are always shown, in their order.
    static let fields = [
        FieldDescription(
            "itemName", "Name", .line(limit: 200), isRequired: true,
            hint: "What you would call it: “Walnut sideboard”, “Mum’s camera”"),
        FieldDescription(
            "valueInDollars", "What you say it is worth", .money,
            hint: "A whole amount. The price of a new one counts instead, if you enter it"),
        FieldDescription(
            "serialNumber", "Serial number", .line(limit: 100),
            hint: "Usually on the back or underneath"),
        FieldDescription(
            "assetType", "Type",
            .reference(
                RecordReference(
                    entityName: "AssetType", label: "label", noun: "type", none: "No type"))),
        FieldDescription(
            "location", "Location",
            .reference(
                RecordReference(
                    entityName: "Location", label: "name", noun: "location", none: "No location",
                    takesNewLocation: true))),
        FieldDescription(
            "tags", "Tags", .line(limit: 1_000),
            hint: "Separate them with commas: fragile, inherited"),
        FieldDescription(
            "notes", "Notes", .text(limit: 10_000),
            hint: "Anything else, such as what belongs to it"),
    ]

    /// The form of a new item.
    ///
    /// - Parameters:
    ///   - texts: the initial texts, by field. Default: none.
    ///   - typed: the rejected input, if any.
    init(
        new inventory: Inventory, _ names: ItemNames, _ ownFields: ItemFieldTexts,
        texts: [String: String] = [:], typed: FormData? = nil, _ refusal: ValidationErrors? = nil,
        staged: StagedImages.Image? = nil
    ) {
        self.init(
            path: inventory.links(.items), cancelPath: inventory.links(.items), isNew: true,
            idempotencyKey: IdempotencyKeys.newKey(), photo: PhotoField(inventory))
        fill(texts, names, ownFields, typed, refusal, staged: staged)
        itemName[0].hasFocus = refusal == nil
    }

    /// The form for copies of an item.
    ///
    /// - Parameter typed: the rejected input, if any.
    init(
        copying state: ItemState, _ inventory: Inventory, typed: FormData?,
        _ refusal: ValidationErrors?
    ) {
        self.init(
            new: inventory, state.names, state.ownFields, texts: state.copiedTexts(), typed: typed,
            refusal)
        path = inventory.links(.copyItem(state.item.key))
        cancelPath = inventory.links(.item(state.item.key))
        (isNew, isCopy) = (false, true)
        copies = [
            CopyCount.field(typed?[CopyCount.description.name], refusal),
            RecordFormField(
                ItemCopiesController.photos,
                value: typed?[ItemCopiesController.photos.name] ?? "no", shown: nil,
                options: ItemCopiesController.photos.choices, refusal),
        ]
    }

    /// The form of an existing item.
    ///
    /// - Parameter typed: the rejected input, if any.
    init(
        _ state: ItemState, _ inventory: Inventory, typed: FormData? = nil,
        _ refusal: ValidationErrors? = nil, staged: StagedImages.Image? = nil
    ) {
        let path = inventory.links(.item(state.item.key))
        self.init(
            path: path, cancelPath: path, version: String(state.item.rowVersion),
            shown: PostedForm.hidden(state.texts), photo: PhotoField(inventory, state.item))
        fill(state.texts, state.names, state.ownFields, typed, refusal, staged: staged)
    }

    /// Keeps the version that the user started from when a rejected form is shown again.
    mutating func keepVersion(of posted: PostedForm) {
        guard let version = posted.typed["version"] else { return }
        self.version = version
        shown = PostedForm.hidden(posted.shown)
    }

    private mutating func fill(
        _ texts: [String: String], _ names: ItemNames, _ ownFields: ItemFieldTexts,
        _ typed: FormData?, _ refusal: ValidationErrors?, staged: StagedImages.Image?
    ) {
        func shown(_ field: FieldDescription) -> RecordFormField {
            let text = typed?.values(field.name).first ?? texts[field.name]
            var shown = RecordFormField(
                field, value: text ?? ItemDetails.emptyText(field), shown: nil,
                options: names.options(of: field), refusal)
            shown.newLocation.value = typed?[shown.newLocation.name] ?? ""
            return shown
        }
        let main = Self.fields.map(shown)
        (itemName, valueInDollars, serialNumber) = ([main[0]], [main[1]], [main[2]])
        valueInDollars[0].inputMode = "numeric"
        others = Array(main.dropFirst(3))
        // The notes are short in most cases.
        others[others.count - 1].rows = "3"
        let fields = ItemDetails.fields + ownFields.fields.map(\.recordField)
        details = fields.map(shown)
        // Each item has a number, which alone does not expand the part.
        hasDetails = zip(fields, details).contains { field, shown in
            !shown.fault.isEmpty
                || (field.name != "itemNumber" && shown.value != ItemDetails.emptyText(field))
        }
        photo.show(refusal, staged: staged)
        if let refusal { summary = refusal.summary }
    }
}

extension FieldDescription {
    /// The options, where they do not depend on records.
    var choices: [SelectOption] {
        if case .choice(let choices) = kind { choices.map(SelectOption.init) } else { [] }
    }
}

extension PhotoField {
    /// The field for the photo of an item, or of a new one.
    init(_ inventory: Inventory, _ item: ItemValues? = nil) {
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to \(limit)"
        hasImage = item?.hasThumbnail ?? false
        thumbnailPath = item?.thumbnailPath(inventory.links) ?? ""
    }

    /// Shows the fault of a picture, or that it was stored for the next attempt.
    mutating func show(_ refusal: ValidationErrors?, staged: StagedImages.Image?) {
        fault = refusal?.message(for: "image") ?? ""
        stagedToken = staged?.token ?? ""
        stagedName = staged?.name ?? ""
    }
}

/// The controls for a photo: camera, file, drop and paste.
struct PhotoField: Sendable {
    var fault = ""
    /// The media types of the file input: `image/jpeg,image/png,…`.
    var accept = PhotoField.acceptedTypes
    /// `JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB`.
    var hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB"

    /// Whether the item already has a photo.
    var hasImage = false
    var thumbnailPath = ""

    /// The token of a stored picture, posted as `imageToken` instead of the file.
    var stagedToken = ""
    /// The name of its file: `sofa.jpg`.
    var stagedName = ""

    /// Types by name instead of `image/*`: Safari then converts what it can, and Chrome shows
    /// files.
    static let acceptedTypes = """
        image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,\
        image/tiff,.heic,.heif,.avif
        """
}

/// The field for the name of a new location, next to the selection of existing ones.
struct NewLocationField: Sendable {
    /// The name of the field, also used as its `id` where the page has only one.
    var name = ChosenLocation.nameField("location")
    var id = ChosenLocation.nameField("location")
    /// The input.
    var value = ""
    var fault = ""
}

extension SelectOption {
    /// The last option in a selection of locations.
    static func newLocation(isSelected: Bool = false) -> SelectOption {
        SelectOption(
            value: ChosenLocation.newValue, label: "New location…", isSelected: isSelected)
    }
}

extension ItemFormPage {
    /// The page of the form for a new item.
    init(_ form: ItemForm, _ inventory: Inventory, notices: [Notice] = []) {
        self.init(
            layout: inventory.site.layout(
                title: "New item", section: .inventory, crumbs: [inventory.itemsCrumb],
                notices: notices),
            form: form)
    }

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
        _ state: ItemState, _ posted: PostedForm, _ form: ItemForm, _ inventory: Inventory
    ) {
        let (saved, names) = (state.item, state.names)
        let fields =
            (ItemForm.fields + ItemDetails.fields).map { ($0.name, $0.label) }
            + state.ownFields.fields.map { ($0.fieldName, $0.name) }
        self.init(
            layout: inventory.site.layout(
                title: "\(saved.name) has changed", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(saved)]),
            name: saved.name, hasBefore: !posted.shown.isEmpty,
            rows: posted.comparison(fields, state.texts) {
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
