import Foundation
import Persistence

extension ValueChange {
    /// The changes in a context's next save as annotations for the history: for deleted records,
    /// their names.
    ///
    /// - Parameter withUpdates: whether to include the changed values.
    /// - Throws: errors of the store.
    static func annotations(
        of context: ManagedObjectContext, withUpdates: Bool
    ) throws -> [ManagedObjectID: Data] {
        var annotations: [ManagedObjectID: Data] = [:]
        let encoder = JSONEncoder()
        for record in context.deletedObjects {
            guard let name = name(of: record).flatMap({ text(of: .string($0), in: context) })
            else { continue }
            annotations[record.objectID] = try annotation(
                of: [ValueChange(property: "name", old: name, new: nil)], encoder)
        }
        for record in withUpdates ? Array(context.updatedObjects) : [] {
            let changes = changes(of: record, in: context)
            guard !changes.isEmpty else { continue }
            annotations[record.objectID] = try annotation(of: changes, encoder)
        }
        return annotations
    }

    private static func changes(
        of record: ManagedObject, in context: ManagedObjectContext
    ) -> [ValueChange] {
        let entity = EntityName(record.objectID)
        let isDescribed = record is any DescribedRecord
        guard let unrecorded = unrecordedKeys[entity] ?? (isDescribed ? [] : nil) else {
            return []
        }
        let present = record.changedValues.filter {
            !unrecorded.contains($0.key) && !unrecordedKeysOfAll.contains($0.key)
                && !isComputed($0.key, of: entity)
        }
        guard !present.isEmpty else { return [] }
        let former = record.committedValues(forKeys: Array(present.keys))
        return present.compactMap { key, value in
            guard case .some(let new) = text(of: value, in: context),
                case .some(let old) = text(of: former[key] ?? .null, in: context), old != new
            else { return nil }
            return ValueChange(property: key, old: old, new: new)
        }
    }

    /// The properties of which only the change is recorded: those without a text or with the number
    /// of a record, and those that may name a customer or another person, since
    /// ``Household/erasePersonalData()`` searches only the changes of customers. Of entities that are
    /// neither here nor described, no value is recorded; nil is for a described one.
    private static let unrecordedKeys: [EntityName: Set<String>?] = [
        .item: ["itemKey", "itemNumber", "lastSeenBy"], EntityName("Loan"): ["borrower", "notes"],
        EntityName("CareRecord"): [], EntityName("Document"): ["key", "sha256"],
        EntityName("ItemPhoto"): ["key"], EntityName("ItemFieldValue"): [],
        .stocktake: ["assetType", "location", "productCategory", "tag"], .sighting: nil,
        .product: ["stock"], .productCategory: [], .taxRate: [], .paymentKind: [],
        .shopProfile: [],
        .sale: ["number", "minuteOfDay", "note", "voidReason"],
        .payment: ["number", "minuteOfDay", "reference", "voidReason"],
        .quote: ["number", "buyerName", "buyerAddress", "note"],
        .invoice: [
            "number", "buyerName", "buyerAddress", "buyerReference", "buyerTaxNumber", "note",
        ],
        .groceryItem: ["key"],
        .place: ["source", "sourceID"],
        .photo: [
            "addedAt", "byteCount", "camera", "fileNumber", "height", "imageURL", "isPicture",
            "isRead", "isRemovedFromRecents", "lastViewed", "latitude", "longitude", "modifiedAt",
            "problem", "source", "sourceID", "takenAt", "vanishedAt", "width",
        ],
    ]

    private static let unrecordedKeysOfAll: Set<String> = ["orderingValue"]

    /// The properties that the program computes, which do not count as changes of a record.
    private static let computedKeys: [EntityName: Set<String>] = [
        .item: ItemFigures.keys, .sale: CountedSale.keys, .saleLine: CountedSale.keysOfLines,
        .product: ["barcodeKey", "codeDigits", "skuKey"], .customer: Customer.computedProperties,
        .place: Place.computedProperties,
        .stocktake: ["closedBy", "result"],
    ]

    /// Whether the program computes a property.
    static func isComputed(_ property: String, of entity: EntityName) -> Bool {
        computedKeys[entity]?.contains(property) ?? false
    }

    /// A value as text; an inner nil for no value, and nil for a value without a text.
    private static func text(
        of value: AttributeValue, in context: ManagedObjectContext
    ) -> String?? {
        switch value {
        case .null: .some(nil)
        case .string(let text):
            text.count > longestText ? String(text.prefix(longestText)) + "…" : text
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .double(let number): "\(number)"
        case .boolean(let flag): flag ? "yes" : "no"
        case .date(let date): date.formatted(.iso8601)
        case .uuid(let key): key.uuidString
        case .url(let address): address.absoluteString
        case .object(let id): name(of: context.object(with: id)).map { .some($0) }
        case .data, .transformable, .deferred: nil
        }
    }

    /// The name of a deleted or referenced record; nil without one, and for customers and records
    /// that may be named after them.
    private static func name(of record: ManagedObject) -> String? {
        switch record {
        case is Customer, is Loan, is Page: nil
        case let category as ProductCategory: category.name
        case let rate as TaxRate: rate.name
        case let kind as PaymentKind: kind.name
        case let place as Place: place.name
        case let record as any DescribedRecord:
            type(of: record).description.title.flatMap {
                (try? record.attributeValue(forKey: $0))?.stringValue
            }
        default: nil
        }
    }
}
