import Domain

extension ItemForm {
    /// The form of a new item.
    init(new inventory: Inventory, labels: [AssetTypeLabel]) {
        self.init(
            path: inventory.links(.items), cancelPath: inventory.links(.items), isNew: true,
            hasMark: true,
            mark: TakenForms.newMark(), hasFocus: true,
            assetTypes: Self.options(labels, selected: ""),
            photo: PhotoField(inventory))
    }

    /// The form of an item that exists.
    init(_ item: ItemValues, _ inventory: Inventory, labels: [AssetTypeLabel]) {
        let path = inventory.links(.item(item.key))
        self.init(
            path: path, cancelPath: path, version: String(item.rowVersion), hasVersion: true,
            shown: PostedForm.hidden(item.texts),
            itemName: FormField(item.name), serialNumber: FormField(item.serialNumber),
            valueInDollars: FormField(item.valueField),
            assetTypes: Self.options(labels, selected: item.assetType.map { "\($0.number)" } ?? ""),
            notes: FormField(item.notes), photo: PhotoField(inventory, item))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(
        _ form: FormData, _ refusal: FormRefusal?, labels: [AssetTypeLabel],
        staged: StagedImages.Image?
    ) {
        func field(_ name: String, _ saved: FormField) -> FormField {
            FormField(form[name] ?? saved.value, fault: refusal?.message(for: name))
        }
        itemName = field("itemName", itemName)
        serialNumber = field("serialNumber", serialNumber)
        valueInDollars = field("valueInDollars", valueInDollars)
        notes = field("notes", notes)
        assetType = FormField(fault: refusal?.message(for: "assetType"))
        if let typed = form["assetType"] {
            assetTypes = Self.options(labels, selected: typed)
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

    private static func options(_ labels: [AssetTypeLabel], selected: String) -> [SelectOption] {
        let types = labels.map {
            SelectOption(
                value: String($0.number), label: $0.text, isSelected: String($0.number) == selected)
        }
        let isChosen = types.contains(where: \.isSelected)
        return [SelectOption(value: "", label: "No type", isSelected: !isChosen)] + types
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
        hasFault = !fault.isEmpty
        hasStaged = staged != nil
        stagedToken = staged?.token ?? ""
        stagedName = staged?.name ?? ""
    }
}
