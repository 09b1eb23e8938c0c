import Domain
import Foundation
import Persistence

/// Sets the details, location and container of an item from a form.
struct ItemDetailsInput {
    private(set) var decoder: FormDecoder
    let item: Item
    let context: ManagedObjectContext

    /// The faults of the form.
    var faults: [FieldError] { decoder.faults }

    init(_ posted: PostedForm, _ item: Item, in context: ManagedObjectContext) {
        decoder = posted.decoder
        self.item = item
        self.context = context
    }

    /// Sets all fields.
    ///
    /// - Throws: errors of the store.
    mutating func take() throws {
        for field in ItemDetails.plainFields {
            try field.take(&decoder, to: item, isNew: item.isInserted)
        }
        takeQuantity()
        try takeNumber()
        takeWarranty()
        try takeLocation()
        try takeContainer()
        try takeTags()
        try takeOwnFields()
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

    private mutating func takeLocation() throws {
        switch decoder.location() {
        case .absent: break
        case .cleared: item.location = nil
        case .value(let chosen):
            guard let location = try decoder.record(of: chosen, in: context) else { return }
            if item.location !== location { item.location = location }
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
