import Domain

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

    /// Whether the name has the focus.
    var hasFocus = false
    var summary = FaultSummary()
    var itemName = FormField()
    var serialNumber = FormField()
    var valueInDollars = MoneyField("valueInDollars")
    var assetType = FormField()
    var assetTypes: [SelectOption] = []
    var location = FormField()
    var locations: [SelectOption] = []
    var newLocation = NewLocationField()
    /// The names, separated by commas.
    var tags = FormField()
    var notes = FormField()
    /// The fields of the collapsed part.
    var details: [RecordFormField] = []
    /// Whether the part is expanded, because one of its fields has a text or a fault.
    var hasDetails = false
    var photo = PhotoField()
    /// Whether the form makes copies of an item.
    var isCopy = false
    /// The fields for the number of copies and for whether they get its photos.
    var copies: [RecordFormField] = []
}

extension ItemForm {
    init(
        new inventory: Inventory, _ names: ItemNames, _ ownFields: ItemFieldTexts = ItemFieldTexts()
    ) {
        self.init(
            path: inventory.links(.items), cancelPath: inventory.links(.items), isNew: true,
            idempotencyKey: IdempotencyKeys.newKey(), hasFocus: true,
            assetTypes: names.typeOptions(selected: ""),
            locations: names.locationOptionsWithNew(selected: ""), photo: PhotoField(inventory))
        fillDetails(ownFields) { ItemDetails.emptyText($0) }
    }

    /// The form for copies of an item.
    ///
    /// - Parameters:
    ///   - texts: the initial texts.
    ///   - posted: the rejected input, if any.
    init(
        copying item: ItemValues, _ texts: [String: String], _ inventory: Inventory,
        _ names: ItemNames, _ ownFields: ItemFieldTexts, _ posted: FormData?,
        _ refusal: ValidationErrors?
    ) {
        self.init(new: inventory, names, ownFields)
        path = inventory.links(.copyItem(item.key))
        cancelPath = inventory.links(.item(item.key))
        (isNew, isCopy) = (false, true)
        var first = FormData()
        for (name, value) in texts { first.append(FormData.Field(name: name, value: value)) }
        show(first, nil, names, ownFields, staged: nil)
        if let posted { show(posted, refusal, names, ownFields, staged: nil) }
        copies = [
            CopyCount.field(posted?[CopyCount.description.name], refusal),
            RecordFormField(
                ItemCopiesController.photos,
                value: posted?[ItemCopiesController.photos.name] ?? "no", shown: nil,
                options: ItemCopiesController.photos.choices, refusal),
        ]
    }

    /// The form of an existing item.
    init(
        _ item: ItemValues, _ inventory: Inventory, _ names: ItemNames,
        _ ownFields: ItemFieldTexts = ItemFieldTexts()
    ) {
        let texts = item.texts.merging(ownFields.texts) { $1 }
        let path = inventory.links(.item(item.key))
        self.init(
            path: path, cancelPath: path, version: String(item.rowVersion),
            shown: PostedForm.hidden(texts),
            itemName: FormField(item.name), serialNumber: FormField(item.serialNumber),
            valueInDollars: MoneyField("valueInDollars", item.valueField),
            assetTypes: names.typeOptions(selected: texts["assetType"] ?? ""),
            locations: names.locationOptionsWithNew(selected: texts["location"] ?? ""),
            tags: FormField(item.tagsText), notes: FormField(item.notes),
            photo: PhotoField(inventory, item))
        fillDetails(ownFields) { texts[$0.name] ?? "" }
    }

    /// Shows the input and its faults.
    mutating func show(
        _ form: FormData, _ refusal: ValidationErrors?, _ names: ItemNames,
        _ ownFields: ItemFieldTexts = ItemFieldTexts(), staged: StagedImages.Image?
    ) {
        func field(_ name: String, _ saved: FormField) -> FormField {
            FormField(form[name] ?? saved.value, fault: refusal?.message(for: name))
        }
        itemName = field("itemName", itemName)
        serialNumber = field("serialNumber", serialNumber)
        valueInDollars = MoneyField(
            "valueInDollars", form.values("valueInDollars").first ?? valueInDollars.value, refusal)
        notes = field("notes", notes)
        tags = field("tags", tags)
        assetType = FormField(fault: refusal?.message(for: "assetType"))
        if let typed = form["assetType"] {
            assetTypes = names.typeOptions(selected: typed)
        }
        location = FormField(fault: refusal?.message(for: "location"))
        if let typed = form["location"] {
            locations = names.locationOptionsWithNew(selected: typed)
        }
        newLocation = NewLocationField(form, refusal)
        let saved = details
        fillDetails(ownFields, refusal) { field in
            form[field.name] ?? saved.first { $0.name == field.name }?.value ?? ""
        }
        photo.show(refusal, staged: staged)
        guard let refusal else { return }
        summary = refusal.summary
        hasFocus = false
    }

    /// Keeps the version that the user started from when a rejected form is shown again.
    mutating func keepVersion(of posted: PostedForm) {
        guard let version = posted.typed["version"] else { return }
        self.version = version
        shown = PostedForm.hidden(posted.shown)
    }

    private mutating func fillDetails(
        _ ownFields: ItemFieldTexts, _ refusal: ValidationErrors? = nil,
        _ text: (FieldDescription) -> String
    ) {
        let fields = ItemDetails.fields + ownFields.fields.map(\.recordField)
        details = fields.map {
            RecordFormField($0, value: text($0), shown: nil, options: $0.choices, refusal)
        }
        // Each item has a number, which alone does not expand the part.
        hasDetails = zip(fields, details).contains { field, shown in
            !shown.fault.isEmpty
                || (field.name != "itemNumber" && shown.value != ItemDetails.emptyText(field))
        }
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

extension NewLocationField {
    /// The field of a rejected form.
    init(_ form: FormData, _ refusal: ValidationErrors?) {
        self.init()
        value = form[name] ?? ""
        fault = refusal?.message(for: name) ?? ""
    }
}

extension SelectOption {
    /// The last option in a selection of locations.
    static func newLocation(isSelected: Bool = false) -> SelectOption {
        SelectOption(
            value: ChosenLocation.newValue, label: "New location…", isSelected: isSelected)
    }
}
