import Foundation
import Persistence

/// Takes an import back, exactly, if nothing of it was changed since.
struct ImportUndo {
    let extent: ImportExtent
    let context: ManagedObjectContext
    private(set) var made: [ManagedObject] = []
    private(set) var changed: [(object: ManagedObject, entry: ChangedRecord)] = []
    /// What stands in the way, a sentence each.
    var obstacles: [String] = []

    /// Looks whether it can be done. What was deleted since is in nobody's way.
    ///
    /// - Throws: errors of the store.
    init(_ record: ImportRecord, in context: ManagedObjectContext) throws {
        try self.init(
            ImportPart(made: record.made, changed: record.changed), of: ImportExtent(record),
            in: context)
    }

    /// Looks whether it can be done with a part.
    ///
    /// - Parameters:
    ///   - extent: what the import did in all its parts.
    ///   - later: the values that later parts of it changed again (``ChangedRecord/changedKeys``).
    ///     Default: none.
    /// - Throws: errors of the store.
    init(
        _ part: ImportPart, of extent: ImportExtent, before later: Set<String> = [],
        in context: ManagedObjectContext
    ) throws {
        self.extent = extent
        self.context = context
        var upgrades: [ManagedObjectID: Int64]?
        for entry in part.made {
            for number in entry.numbers.numbers {
                guard let object = try context.record(entry.entity, number) else { continue }
                // Another part of the import may have changed it.
                if try !extent.isAsLeft(object) {
                    // The history is read for those alone that seem to be changed.
                    let known = try upgrades ?? Self.upgrades(in: context)
                    upgrades = known
                    let count = known[object.objectID] ?? 0
                    if try !extent.isAsLeft(object, besides: count) {
                        obstacles.append("\(Self.label(object)) was changed.")
                    }
                }
                made.append(object)
            }
        }
        for entry in part.changed {
            guard let object = try context.record(entry.entity, entry.number) else { continue }
            for (key, value) in entry.new.sorted(by: { $0.key < $1.key })
            where try !later.contains(entry.name(of: key))
                && StoredValue(key, of: object) != value
            {
                obstacles.append("\(Self.label(object)): \(Self.words(of: key)) was changed.")
            }
            changed.append((object, entry))
        }
        try findStrangers()
        try findBelongings()
        try findLater("Invoice", \Invoice.number, "issued")
        try findLater("Quote", \Quote.number, "made")
        try findClosedDays()
    }

    /// How often upgrades of the program have given records what they lacked, as far as the history tells.
    ///
    /// - Throws: errors of the store.
    private static func upgrades(
        in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: Int64] {
        // A store whose people have not signed in keeps none.
        guard try context.lastTransactionNumber != nil else { return [:] }
        var request = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        request.transactionPredicate = .key("author") == Author.upgrade
        var counts: [ManagedObjectID: Int64] = [:]
        for change in try context.fetchHistory(request).lazy.flatMap(\.changes)
        where change.changeType == .update {
            counts[change.changedObjectID, default: 0] += 1
        }
        return counts
    }

    /// Takes it back; the caller saves.
    ///
    /// - Throws: errors of the store.
    func run() throws {
        for (object, entry) in changed {
            for (key, value) in entry.former { try value.set(key, of: object, in: context) }
        }
        for object in made { context.delete(object) }
    }

    /// The keys of the items that go.
    var itemKeys: [UUID] { made.compactMap { ($0 as? Item)?.itemKey } }

    /// What a page calls a record.
    static func label(_ object: ManagedObject) -> String {
        switch object {
        case let customer as Customer: "Customer “\(customer.name ?? "")”"
        case let product as Product: "Product “\(product.name ?? "")”"
        case let sale as Sale: "Sale \(sale.number)"
        case let line as SaleLine: "A line of sale \(line.sale?.number ?? 0)"
        case let quote as Quote: "Quote \(quote.number)"
        case let line as QuoteLine: "A line of quote \(line.quote?.number ?? 0)"
        case let invoice as Invoice: "Invoice \(invoice.number)"
        case let payment as Payment: "Payment \(payment.number)"
        case let card as CreditCard: "The card of “\(card.customer?.name ?? "")”"
        case let item as Item: "Item “\(item.itemName ?? "")”"
        case let location as Location: "Location “\(location.name ?? "")”"
        case let field as ItemField: "the field “\(field.name ?? "")”"
        case let value as ItemFieldValue:
            "The field “\(value.field?.name ?? "")” of “\(value.item?.itemName ?? "")”"
        case let tag as Tag: "the tag “\(tag.name ?? "")”"
        case let tag as CustomerTag: "the tag “\(tag.name ?? "")”"
        case let task as CareTask: "“\(task.title ?? "")” of “\(task.item?.itemName ?? "")”"
        case let entry as StockEntry: "The stock of “\(entry.product?.name ?? "")”"
        case let category as ProductCategory: "the category “\(category.name ?? "")”"
        case let type as AssetType: "Type “\(type.label ?? "")”"
        case let item as GroceryItem: "Grocery “\(item.name ?? "")”"
        case let category as BookCategory: "Category “\(category.name ?? "")”"
        case let book as Book: "Book “\(book.title ?? "")”"
        case let place as Place: "Place “\(place.name ?? "")”"
        default: object.objectID.entityName
        }
    }
}
