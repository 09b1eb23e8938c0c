import Domain
import Hummingbird
import Imaging
import Persistence

/// The posted form of an item.
struct ItemInput: Sendable {
    let posted: PostedForm
    let itemName: FieldUpdate<String>
    let serialNumber: FieldUpdate<String>
    let valueInDollars: FieldUpdate<Int32>
    let assetType: FieldUpdate<Int>
    let notes: FieldUpdate<String>
    /// The version that the form was filled from; nil if the last write wins.
    private let version: Int64?
    let photo: UploadedPhoto
    private let faults: [FieldError]

    /// The fields of the form.
    static let parameters: [RouteParameter] =
        [
            "itemName", "serialNumber", "valueInDollars", "assetType", "location", "newLocation",
            "tags", "notes", .file("image"),
            RouteParameter("imageToken", "The photo of a refused form, in place of the file"),
            .family("fields", "A custom field: its number in the brackets"), "next",
        ] + Item.description.fields.map(RouteParameter.init)

    /// Reads a form.
    ///
    /// - Parameter isNew: whether the form creates an item.
    init(_ posted: PostedForm, photo: UploadedPhoto, isNew: Bool) {
        var decoder = posted.decoder
        self.posted = posted
        self.photo = photo
        itemName = Self.name(&decoder, photo, isNew: isNew)
        valueInDollars = decoder.wholeAmount("valueInDollars", label: "What you say it is worth")
        serialNumber = decoder.line("serialNumber", label: "Serial number", limit: 100)
        assetType = decoder.id("assetType", label: "Type", of: "type")
        notes = decoder.text("notes", label: "Notes", limit: 10_000)
        version = posted.version(&decoder)
        faults = decoder.faults
    }

    /// The name, which may be empty with a photo: the item is then named after the day until a user
    /// names it.
    private static func name(
        _ decoder: inout FormDecoder, _ photo: UploadedPhoto, isNew: Bool
    ) -> FieldUpdate<String> {
        guard isNew, photo.isThere else {
            return decoder.requiredLine("itemName", label: "Name", isNew: isNew, limit: 200)
        }
        let name = decoder.line("itemName", label: "Name", limit: 200)
        if name.value != nil || decoder.message(for: "itemName") != nil { return name }
        return .value("Photo of \(DayText.long(.today()))")
    }

    /// Whether the saved item has changes that the form would undo, or that the user has not seen.
    func isStale(_ saved: ItemValues, _ ownFields: ItemFieldTexts) -> Bool {
        posted.isStale(
            version, saved.rowVersion, saved.texts.merging(ownFields.texts) { $1 })
    }

    /// Sets all posted values except for the photo.
    ///
    /// - Throws: ``ValidationErrors`` with all faults of the form.
    func apply(to item: Item, in context: ManagedObjectContext) throws {
        var faults = faults
        item.itemName = itemName.updating(item.itemName)
        item.serialNumber = serialNumber.updating(item.serialNumber)
        item.valueInDollars = valueInDollars.updating(item.valueInDollars) ?? 0
        item.notes = notes.updating(item.notes)
        switch assetType {
        case .absent: break
        case .cleared: item.assetType = nil
        case .value(let number):
            let type = try AssetType.find(Int64(number), in: context)
            if type == nil { faults.append(.unknownType("assetType", number)) }
            item.assetType = type
        }
        var details = ItemDetailsInput(posted, item, in: context)
        try details.take()
        var list = FaultList(faults)
        list.add(details.faults)
        try check(list.faults)
    }

    /// The status of the photo's rejection applies if there are no other faults.
    private func check(_ faults: [FieldError]) throws(ValidationErrors) {
        if var refusal = photo.refusal {
            if !faults.isEmpty { refusal.status = .unprocessableContent }
            refusal.faults = faults + refusal.faults
            throw refusal
        }
        if !faults.isEmpty { throw ValidationErrors(faults: faults) }
    }
}

extension FieldError {
    /// The fault of an unknown type.
    static func unknownType(_ field: String, _ number: Int) -> FieldError {
        .unknown(
            "type", String(number), field: field, label: field == "into" ? "Merge" : "Type")
    }
}
