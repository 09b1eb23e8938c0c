import Foundation
import Persistence

extension UndoObstacles {
    /// A dependent record, which the undo would delete or leave without its owner, although it does
    /// not change the owner's version.
    private struct Dependent: Sendable {
        let entity: String
        /// The relationship to the owner.
        let key: String
        let owner: String
        /// The predicate of a sentence about the owner; nil if `text` makes the sentence.
        var what: String?
        /// The sentence about a record and its owner, in place of `what`.
        var text: (@Sendable (_ other: ManagedObject, _ owner: ManagedObject) -> String)?
        /// The owner's properties that such a record changes; owners whose properties the import
        /// changed are checked too.
        var changes: Set<String> = []
        /// Whether a record never changes its owner, so that a lower number than the import's
        /// proves it is older.
        var staysWhereItIs = false
    }

    private static let dependents = [
        Dependent(entity: "Item", key: "assetType", owner: "AssetType", text: belongs),
        Dependent(entity: "Item", key: "location", owner: "Location", text: isIn),
        Dependent(entity: "Location", key: "parent", owner: "Location", text: isIn),
        Dependent(entity: "ItemFieldValue", key: "field", owner: "ItemField") { value, field in
            let item = (value as? ItemFieldValue)?.item ?? value
            return "\(label(item)) now has something in \(label(field))."
        }, Dependent(entity: "Book", key: "category", owner: "BookCategory", text: belongs),
        Dependent(entity: "Page", key: "book", owner: "Book", what: "now has pages"),
        Dependent(entity: "Photo", key: "place", owner: "Place", what: "now has photos"),
        Dependent(entity: "Sale", key: "customer", owner: "Customer") { sale, customer in
            "\(label(customer)) now has \(label(sale).lowercased())."
        }, Dependent(entity: "Product", key: "category", owner: "ProductCategory", text: isIn),
        Dependent(entity: "SaleLine", key: "product", owner: "Product", what: "was sold"),
        Dependent(entity: "SaleLine", key: "sale", owner: "Sale", what: "now has other lines"),
        Dependent(entity: "Sale", key: "returnOf", owner: "Sale") { _, sale in
            "Something was returned from \(label(sale).lowercased())."
        }, Dependent(entity: "Loan", key: "item", owner: "Item", what: "was lent"),
        Dependent(entity: "CareTask", key: "item", owner: "Item", what: "has something to be done"),
        Dependent(entity: "CareRecord", key: "task", owner: "CareTask", what: "was done"),
        Dependent(entity: "Item", key: "container", owner: "Item", what: "has something in it"),
        Dependent(entity: "Payment", key: "sale", owner: "Sale", what: "was paid"),
        Dependent(
            entity: "ParkedSale", key: "customer", owner: "Customer", what: "has a parked sale"),
        Dependent(entity: "Quote", key: "customer", owner: "Customer", what: "has a quote"),
        Dependent(entity: "QuoteLine", key: "product", owner: "Product", what: "is in a quote"),
        // A stock count without a difference does not change the product.
        Dependent(
            entity: "StockEntry", key: "product", owner: "Product",
            what: "has a new entry in its stock history", changes: ["isStocked", "stock"],
            staysWhereItIs: true),
    ]

    private static let belongs: @Sendable (ManagedObject, ManagedObject) -> String = {
        "\(label($0)) now belongs to \(label($1))."
    }

    private static let isIn: @Sendable (ManagedObject, ManagedObject) -> String = {
        "\(label($0)) is now in \(label($1))."
    }

    /// Finds later records that belong to the import's, with one statement for many of them.
    ///
    /// - Throws: errors of the store.
    mutating func findDependents() throws {
        for dependent in Self.dependents {
            let owners =
                made.map(\.objectID).filter { $0.entityName == dependent.owner }
                + changed.filter { object, entry in
                    object.objectID.entityName == dependent.owner
                        && !dependent.changes.isDisjoint(with: entry.new.keys)
                }.map(\.object.objectID)
            try find(dependent, of: owners)
        }
    }

    private mutating func find(_ dependent: Dependent, of owners: [ManagedObjectID]) throws {
        guard !owners.isEmpty else { return }
        var request = DictionaryFetchRequest(
            entityName: dependent.entity,
            columns: [("self", .evaluatedObject), ("owner", .key(dependent.key))])
        request.predicate = FetchExpression.key(dependent.key).isIn(owners)
        var named: Set<ManagedObjectID> = []
        for row in try context.fetchDictionaries(request) where texts.count < Self.mostTexts {
            guard let id = row["self"]?.objectID, let owner = row["owner"]?.objectID,
                // A record that the import moved returns to its former owner.
                !extent.hasMade(id), !extent.hasChanged(id, dependent.key),
                !dependent.staysWhereItIs || extent.isLater(id)
            else { continue }
            if let text = dependent.text {
                note(
                    text(
                        try context.existingObject(with: id),
                        try context.existingObject(with: owner)))
            } else if named.insert(owner).inserted {
                note(
                    "\(Self.label(try context.existingObject(with: owner))) \(dependent.what ?? "")."
                )
            }
        }
    }

    private mutating func note(_ text: String) {
        if texts.count < Self.mostTexts, !texts.contains(text) { texts.append(text) }
    }

    /// Finds later uses that no relationship to an owner shows: assigned tags and repayments.
    mutating func findOtherUses() {
        for object in made where texts.count < Self.mostTexts {
            let label = Self.label(object)
            func isLaterUse(_ other: ManagedObject, _ key: String) -> Bool {
                !extent.hasMade(other.objectID) && !extent.hasChanged(other.objectID, key)
            }
            switch object {
            case let tag as Tag:
                for item in tag.items
                where texts.count < Self.mostTexts && isLaterUse(item, StoredValue.tagsKey) {
                    note("\(Self.label(item)) now has \(label).")
                }
            case let tag as CustomerTag:
                for customer in tag.customers
                where texts.count < Self.mostTexts && isLaterUse(customer, StoredValue.tagsKey) {
                    note("\(Self.label(customer)) now has \(label).")
                }
            case let payment as Payment:
                // A later repayment for the sale repays this payment.
                for back in payment.sale?.returns.flatMap(\.payments) ?? []
                where !back.isVoid && back.number > payment.number && isLaterUse(back, "sale") {
                    note("Payment \(back.number) gave money back for \(label).")
                }
            default: break
            }
        }
    }

    /// Finds days closed since, because their sales and payments must not change.
    ///
    /// - Throws: errors of the store.
    mutating func findClosedDays() throws {
        var days = Set(
            made.compactMap {
                ($0 as? Sale)?.day ?? ($0 as? SaleLine)?.sale?.day ?? ($0 as? Payment)?.day
            })
        for (object, entry) in changed {
            switch object {
            // The customer and the amount owed do not affect the totals of a day.
            case let sale as Sale
            where !Set(entry.new.keys).isSubset(of: ["customer", "owedCents"]):
                if let day = sale.day { days.insert(day) }
                if case .date(let seconds)? = entry.former["date"] {
                    days.insert(CalendarDay(Date(timeIntervalSinceReferenceDate: seconds)))
                }
            case let line as SaleLine: if let day = line.sale?.day { days.insert(day) }
            case let payment as Payment: if let day = payment.day { days.insert(day) }
            default: break
            }
        }
        guard !days.isEmpty else { return }
        for day in try ClosedDay.all(in: context).intersection(days).sorted() {
            texts.append("\(day) was closed.")
        }
    }
}
