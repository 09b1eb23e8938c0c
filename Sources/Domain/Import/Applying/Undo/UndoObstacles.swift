import Foundation
import Persistence

/// The obstacles to an exact undo of a part: later changes, but not later deletions.
struct UndoObstacles {
    /// The maximum number of sentences on a page.
    static let mostTexts = 100

    let extent: ImportExtent
    let context: ManagedObjectContext
    let made: [ManagedObject]
    let changed: [(object: ManagedObject, entry: ChangedRecord)]
    /// The obstacles, one sentence each.
    var texts: [String] = []

    /// - Parameters:
    ///   - extent: the records of all parts.
    ///   - later: the values that later parts changed again (``ChangedRecord/changedKeys``).
    /// - Throws: errors of the store.
    init(
        _ part: ImportPart, of extent: ImportExtent, before later: Set<String>,
        in context: ManagedObjectContext
    ) throws {
        self.extent = extent
        self.context = context
        made = try part.madeObjects(in: context)
        changed = try part.changedObjects(in: context)
        for object in made where try !extent.isAsLeft(object) {
            texts.append("\(Self.label(object)) was changed.")
        }
        for (object, entry) in changed {
            for (key, value) in entry.new.sorted(by: { $0.key < $1.key }) {
                let words = "\(Self.label(object)): \(Self.words(of: key))"
                if try !later.contains(entry.name(of: key)) && StoredValue(key, of: object) != value
                {
                    texts.append("\(words) was changed.")
                } else if try entry.former[key]?.isGone(in: context) ?? false {
                    texts.append("\(words) was another one, which was deleted.")
                }
            }
        }
        findOtherUses()
        try findDependents()
        try findClosedDays()
    }

    /// The name of a record on a page.
    static func label(_ object: ManagedObject) -> String {
        switch object {
        case let sale as Sale: "Sale \(sale.number)"
        case let line as SaleLine: "A line of sale \(line.sale?.number ?? 0)"
        case let payment as Payment: "Payment \(payment.number)"
        case let card as CreditCard: "The card of “\(card.customer?.name ?? "")”"
        case let record as ValueRecord: "A former value of “\(record.item?.itemName ?? "")”"
        case let field as ItemField: "the field “\(field.name ?? "")”"
        case let value as ItemFieldValue:
            "The field “\(value.field?.name ?? "")” of “\(value.item?.itemName ?? "")”"
        case let tag as Tag: "the tag “\(tag.name ?? "")”"
        case let tag as CustomerTag: "the tag “\(tag.name ?? "")”"
        case let task as CareTask: "“\(task.title ?? "")” of “\(task.item?.itemName ?? "")”"
        case let entry as StockEntry: "The stock of “\(entry.product?.name ?? "")”"
        case let category as ProductCategory: "the category “\(category.name ?? "")”"
        case let item as GroceryItem: "Grocery “\(item.name ?? "")”"
        case let place as Place: "Place “\(place.name ?? "")”"
        case let record as any DescribedRecord: title(of: record)
        default: object.objectID.entityName
        }
    }

    private static func title(of record: any DescribedRecord) -> String {
        let noun = type(of: record).description.one
        return noun.prefix(1).uppercased() + noun.dropFirst()
            + " “\((try? record.recordTitle) ?? "")”"
    }

    /// The name of an attribute in a sentence: `tax number` for `taxNumber`.
    static func words(of key: String) -> String {
        switch key {
        case "owedCents": "the amount owed"
        case "change": "the quantity"
        case "discountCents": "the discount"
        case "emailid": "e-mail"
        case "contactno": "phone number"
        case "isOnAccount": "whether it is paid later"
        case "isStocked": "whether it is counted"
        case "returnOf": "the returned sale"
        case "sku": "number"
        case "valueInDollars": "value"
        case "voidedAt", "voidReason": "whether it is void"
        default:
            key.reduce(into: "") { text, character in
                if character.isUppercase, text.last?.isLowercase == true { text += " " }
                text += character.lowercased()
            }
        }
    }
}
