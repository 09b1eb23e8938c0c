import Domain

/// The fields of an item, shared by the pages that add, change and reconcile one.
struct ItemForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// Whether a new item is made.
    var isNew = false
    // Tells one form for a new record from the next.
    var mark = ""
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    /// What the fields were filled with; sent with the version.
    var shown: [HiddenField] = []

    /// Whether work starts at the name.
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
    /// Names with commas between them.
    var tags = FormField()
    var notes = FormField()
    /// What is rarely known, folded away.
    var details: [RecordFormField] = []
    /// Whether it is shown unfolded, because something of it is known or at fault.
    var hasDetails = false
    var photo = PhotoField()
    /// Whether it makes copies of an item, which take its photos or none.
    var isCopy = false
    /// How many copies, and whether they have its photos.
    var copies: [RecordFormField] = []
}

extension ItemForm {
    /// The form of a new item.
    init(
        new inventory: Inventory, _ names: ItemNames, _ ownFields: ItemFieldTexts = ItemFieldTexts()
    ) {
        self.init(
            path: inventory.links(.items), cancelPath: inventory.links(.items), isNew: true,
            mark: TakenForms.newMark(), hasFocus: true,
            assetTypes: names.typeOptions(selected: ""),
            locations: names.locationOptionsWithNew(selected: ""), photo: PhotoField(inventory))
        fillDetails(ownFields) { ItemDetails.emptyText($0) }
    }

    /// The form of copies of an item.
    ///
    /// - Parameters:
    ///   - texts: what its fields begin with.
    ///   - posted: what was typed, where the form was refused.
    init(
        copying item: ItemValues, _ texts: [String: String], _ inventory: Inventory,
        _ names: ItemNames, _ ownFields: ItemFieldTexts, _ posted: FormData?,
        _ refusal: FormRefusal?
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

    /// The form of an item that exists.
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

    /// Shows what was typed, with what is wrong with it.
    mutating func show(
        _ form: FormData, _ refusal: FormRefusal?, _ names: ItemNames,
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

    /// Goes on to compare with the record as the person saw it, when a form comes back.
    mutating func keepVersion(of posted: PostedForm) {
        guard let version = posted.typed["version"] else { return }
        self.version = version
        shown = PostedForm.hidden(posted.shown)
    }

    private mutating func fillDetails(
        _ ownFields: ItemFieldTexts, _ refusal: FormRefusal? = nil,
        _ text: (FieldDescription) -> String
    ) {
        let fields = ItemDetails.fields + ownFields.fields.map(\.recordField)
        details = fields.map {
            RecordFormField($0, value: text($0), shown: nil, options: $0.choices, refusal)
        }
        // Each item has a number of its own; that alone is no reason to unfold them.
        hasDetails = zip(fields, details).contains { field, shown in
            !shown.fault.isEmpty
                || (field.name != "itemNumber" && shown.value != ItemDetails.emptyText(field))
        }
    }
}

extension FieldDescription {
    /// What it offers, where that does not depend on records.
    var choices: [SelectOption] {
        if case .choice(let choices) = kind { choices.map(SelectOption.init) } else { [] }
    }
}

extension PhotoField {
    /// The field for the picture of an item, or of a new one.
    init(_ inventory: Inventory, _ item: ItemValues? = nil) {
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to \(limit)"
        hasImage = item?.hasThumbnail ?? false
        thumbnailPath = item?.thumbnailPath(inventory.links) ?? ""
    }

    /// Shows what is wrong with a picture, or that it was kept.
    mutating func show(_ refusal: FormRefusal?, staged: StagedImages.Image?) {
        fault = refusal?.message(for: "image") ?? ""
        stagedToken = staged?.token ?? ""
        stagedName = staged?.name ?? ""
    }
}

/// The controls that take a picture: camera, file, drop and paste.
struct PhotoField: Sendable {
    var fault = ""
    /// What a file input offers: `image/jpeg,image/png,…`.
    var accept = PhotoField.acceptedTypes
    /// `JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB`.
    var hint = "JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB"

    /// Whether the item has a picture already.
    var hasImage = false
    var thumbnailPath = ""

    /// Posted as `imageToken`, it stands for the picture.
    var stagedToken = ""
    /// The name of its file: `sofa.jpg`.
    var stagedName = ""

    /// Types by name, not `image/*`: Safari then converts what it can, and Chrome shows files.
    static let acceptedTypes = """
        image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,\
        image/tiff,.heic,.heif,.avif
        """
}

/// The field for the name of a new location, beside a selection of those that are there.
struct NewLocationField: Sendable {
    /// The name of the field, which is its `id` too where the page has one of them.
    var name = ChosenLocation.nameField("location")
    var id = ChosenLocation.nameField("location")
    /// What was typed.
    var value = ""
    var fault = ""
}

extension NewLocationField {
    /// The field as it comes back with a form.
    init(_ form: FormData, _ refusal: FormRefusal?) {
        self.init()
        value = form[name] ?? ""
        fault = refusal?.message(for: name) ?? ""
    }
}

extension SelectOption {
    /// What a selection of locations offers last.
    static func newLocation(isSelected: Bool = false) -> SelectOption {
        SelectOption(
            value: ChosenLocation.newValue, label: "New location…", isSelected: isSelected)
    }
}
