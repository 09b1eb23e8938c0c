import Domain
import Foundation
import Hummingbird
import Persistence

/// The posted form of an item.
struct ItemInput: Sendable {
    let posted: PostedForm
    let photo: UploadedPhoto

    /// The fields of the form.
    static let parameters: [RouteParameter] =
        [
            "itemName", "serialNumber", "valueInDollars", "assetType", "location", "newLocation",
            "tags", "notes", .file("image"),
            RouteParameter("imageToken", "The photo of a refused form, in place of the file"),
            .family("fields", "A custom field: its number in the brackets"), "next",
        ] + Item.description.fields.map(RouteParameter.init)

    init(_ posted: PostedForm, photo: UploadedPhoto = UploadedPhoto()) {
        self.posted = posted
        self.photo = photo
    }

    /// Whether the saved item has changes that the form would undo, or that the user has not seen.
    func isStale(_ saved: ItemState) -> Bool {
        var decoder = posted.decoder
        return posted.isStale(posted.version(&decoder), saved.item.rowVersion, saved.texts)
    }

    /// Sets all posted values except for the photo.
    ///
    /// - Throws: ``ValidationErrors`` with all faults of the form.
    func apply(to item: Item, in context: ManagedObjectContext) throws {
        var reader = ItemReader(posted, item, isNamedByPhoto: photo.isThere, in: context)
        try reader.take()
        try check(reader.faults)
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

/// Sets the values of an item from a form.
private struct ItemReader {
    private var decoder: FormDecoder
    private let item: Item
    /// Whether a new item needs no name, because it has a photo.
    private let isNamedByPhoto: Bool
    private let context: ManagedObjectContext

    /// The faults of the form, each once.
    var faults: [FieldError] { FaultList(decoder.faults).faults }

    init(
        _ posted: PostedForm, _ item: Item, isNamedByPhoto: Bool, in context: ManagedObjectContext
    ) {
        var decoder = posted.decoder
        _ = posted.version(&decoder)
        self.decoder = decoder
        self.item = item
        self.isNamedByPhoto = isNamedByPhoto
        self.context = context
    }

    /// Sets all fields.
    ///
    /// - Throws: errors of the store.
    mutating func take() throws {
        for field in ItemForm.fields + ItemDetails.fields {
            switch field.name {
            case "itemName": try takeName(field)
            case "valueInDollars": takeValue(field)
            case "quantity": takeQuantity()
            case "itemNumber": try takeNumber()
            case "warrantyUntil": takeWarranty()
            case "container": try takeContainer()
            case "tags": try takeTags()
            default: try field.take(&decoder, to: item, isNew: item.isInserted)
            }
        }
        try takeOwnFields()
    }

    /// The name may be empty with a photo: the item is then named after the day until a user names
    /// it.
    private mutating func takeName(_ field: FieldDescription) throws {
        var field = field
        field.isRequired = !(item.isInserted && isNamedByPhoto)
        try field.take(&decoder, to: item, isNew: item.isInserted)
        if !field.isRequired, item.itemName == nil {
            item.itemName = "Photo of \(DayText.long(.today()))"
        }
    }

    private mutating func takeValue(_ field: FieldDescription) {
        let posted = decoder.wholeAmount(field.name, label: field.label)
        item.valueInDollars = posted.updating(item.valueInDollars) ?? 0
    }

    /// Sets the custom fields. A form opened before the item changed its type may contain fields of
    /// the former type: their values stay.
    private mutating func takeOwnFields() throws {
        for name in decoder.names(beginning: "fields[") {
            let digits = name.dropFirst("fields[".count).dropLast()
            guard let number = Int64(digits),
                let field = try context.existingObject(ItemField.self, recordNumber: number)
            else {
                decoder.fail(name, "Field", "there is no such field")
                continue
            }
            let label = field.name ?? ""
            switch decoder.text(name, label: label, limit: ItemFieldKind.longestText) {
            case .absent: break
            case .cleared: item.setValue(nil, of: field, in: context)
            case .value(let text):
                do throws(ItemFieldFault) {
                    item.setValue(
                        try field.fieldKind.reading(text, by: decoder.form.region), of: field,
                        in: context)
                } catch {
                    decoder.fail(name, label, error.description)
                }
            }
        }
    }

    private mutating func takeTags() throws {
        switch decoder.line("tags", label: "Tags", limit: 1_000) {
        case .absent: break
        case .cleared: item.setTags([])
        case .value(let text):
            let names = Tag.names(in: text)
            if let name = names.first(where: { $0.count > 100 }) {
                return decoder.fail(
                    "tags", "Tags", "“\(name.prefix(40))…” is longer than 100 characters")
            }
            item.setTags(try Tag.named(names, in: context))
        }
    }

    private mutating func takeQuantity() {
        switch decoder.integer("quantity", label: "Quantity", in: Item.quantities) {
        case .absent: break
        case .cleared: item.quantity = 1
        case .value(let quantity): item.quantity = Int32(clamping: quantity)
        }
    }

    /// A cleared number stays, because it may be on a label.
    private mutating func takeNumber() throws {
        guard case .value(let text) = decoder.line("itemNumber", label: "Number", limit: 20) else {
            return
        }
        guard let number = ItemNumber.parse(text) else {
            return decoder.fail(
                "itemNumber", "Number", "“\(text)” is not an item number, such as A-0042")
        }
        if let other = try Item.find(number: number, in: context), other !== item {
            let name = other.itemName ?? ""
            return decoder.fail("itemNumber", "Number", "“\(name)” has \(ItemNumber.text(number))")
        }
        item.itemNumber = number
    }

    /// “3 years” counts from the purchase, or from today if its day is unknown.
    private mutating func takeWarranty() {
        switch decoder.line("warrantyUntil", label: "Warranty until", limit: 40) {
        case .absent: break
        case .cleared: item.warranty = nil
        case .value(let text):
            do throws(WarrantyFault) {
                let start = item.purchaseDate.map(CalendarDay.init) ?? .today()
                item.warranty = try Warranty(
                    parsing: text, from: start, by: decoder.form.region)
            } catch {
                decoder.fail("warrantyUntil", "Warranty until", error.description)
            }
        }
    }

    private mutating func takeContainer() throws {
        let label = "In another item"
        switch decoder.line("container", label: label, limit: 300) {
        case .absent: break
        case .cleared: item.container = nil
        case .value(let text):
            guard
                let container = try decoder.item(
                    named: text, "container", label: label, in: context)
            else { return }
            guard container !== item else {
                return decoder.fail("container", label, "an item cannot be in itself")
            }
            if item.container !== container { item.container = container }
        }
    }
}
