import Foundation
import Persistence

extension UndoObstacles {
    /// Records that belong to others, and would go with them, or be left without them, though these stay in the version
    /// that they have.
    private struct Belonging: Sendable {
        let entity: String
        /// By what they belong to their owner.
        let key: String
        let owner: String
        /// What the owner has or did; nil where the record itself is named.
        var what: String?
        /// What is said of a record and its owner otherwise.
        var text: (@Sendable (_ stranger: ManagedObject, _ owner: ManagedObject) -> String)?
        /// What they change of their owner: an owner of which the import changed that is looked at, too.
        var changes: Set<String> = []
        /// Whether it is its owner's from the beginning, so that one with a lower number than those of the import
        /// was there before.
        var staysWhereItIs = false
    }

    private static let belongings = [
        Belonging(entity: "Item", key: "assetType", owner: "AssetType", text: belongs),
        Belonging(entity: "Item", key: "location", owner: "Location", text: isIn),
        Belonging(entity: "Location", key: "parent", owner: "Location", text: isIn),
        Belonging(entity: "ItemFieldValue", key: "field", owner: "ItemField") { value, field in
            let item = (value as? ItemFieldValue)?.item ?? value
            return "\(label(item)) now has something in \(label(field))."
        },
        Belonging(entity: "Book", key: "category", owner: "BookCategory", text: belongs),
        Belonging(entity: "Page", key: "book", owner: "Book", what: "now has pages"),
        Belonging(entity: "Photo", key: "place", owner: "Place", what: "now has photos"),
        Belonging(entity: "Sale", key: "customer", owner: "Customer") { sale, customer in
            "\(label(customer)) now has \(label(sale).lowercased())."
        },
        Belonging(entity: "Product", key: "category", owner: "ProductCategory", text: isIn),
        Belonging(entity: "SaleLine", key: "product", owner: "Product", what: "was sold"),
        Belonging(entity: "SaleLine", key: "sale", owner: "Sale", what: "now has other lines"),
        Belonging(entity: "Sale", key: "returnOf", owner: "Sale") { _, sale in
            "Something was returned from \(label(sale).lowercased())."
        },
        Belonging(entity: "Loan", key: "item", owner: "Item", what: "was lent"),
        Belonging(
            entity: "CareTask", key: "item", owner: "Item", what: "has something to be done"),
        Belonging(entity: "CareRecord", key: "task", owner: "CareTask", what: "was done"),
        Belonging(entity: "Item", key: "container", owner: "Item", what: "has something in it"),
        Belonging(entity: "Payment", key: "sale", owner: "Sale", what: "was paid"),
        Belonging(
            entity: "ParkedSale", key: "customer", owner: "Customer", what: "has a parked sale"),
        Belonging(entity: "Quote", key: "customer", owner: "Customer", what: "has a quote"),
        Belonging(entity: "QuoteLine", key: "product", owner: "Product", what: "is in a quote"),
        // A count that finds as many as there should be leaves the product as it is.
        Belonging(
            entity: "StockEntry", key: "product", owner: "Product",
            what: "has a new entry in the journal of its stock", changes: ["isStocked", "stock"],
            staysWhereItIs: true),
    ]

    private static let belongs: @Sendable (ManagedObject, ManagedObject) -> String = {
        "\(label($0)) now belongs to \(label($1))."
    }

    private static let isIn: @Sendable (ManagedObject, ManagedObject) -> String = {
        "\(label($0)) is now in \(label($1))."
    }

    /// What belongs to the import's records since, looked for with a statement for many of them.
    ///
    /// - Throws: errors of the store.
    mutating func findBelongings() throws {
        for belonging in Self.belongings {
            let owners =
                made.map(\.objectID).filter { $0.entityName == belonging.owner }
                + changed.filter { object, entry in
                    object.objectID.entityName == belonging.owner
                        && !belonging.changes.isDisjoint(with: entry.new.keys)
                }.map(\.object.objectID)
            try find(belonging, of: owners)
        }
    }

    private mutating func find(
        _ belonging: Belonging, of owners: [ManagedObjectID]
    ) throws {
        guard !owners.isEmpty else { return }
        var request = DictionaryFetchRequest(
            entityName: belonging.entity,
            columns: [("self", .evaluatedObject), ("owner", .key(belonging.key))])
        request.predicate = FetchExpression.key(belonging.key).isIn(owners)
        var named: Set<ManagedObjectID> = []
        for row in try context.fetchDictionaries(request) where texts.count < Self.mostTexts {
            guard let id = row["self"]?.objectID, let owner = row["owner"]?.objectID,
                // What the import moved has an earlier owner to go back to.
                !extent.hasMade(id), !extent.hasChanged(id, belonging.key),
                !belonging.staysWhereItIs || extent.isLater(id)
            else { continue }
            if let text = belonging.text {
                note(
                    text(
                        try context.existingObject(with: id),
                        try context.existingObject(with: owner)))
            } else if named.insert(owner).inserted {
                note(
                    "\(Self.label(try context.existingObject(with: owner))) \(belonging.what ?? "")."
                )
            }
        }
    }

    private mutating func note(_ text: String) {
        if texts.count < Self.mostTexts, !texts.contains(text) { texts.append(text) }
    }

    /// What many have is no record's own: tags that people have given to others, what became of a quote, and what was
    /// given back of a payment.
    mutating func findStrangers() {
        for object in made where texts.count < Self.mostTexts {
            let label = Self.label(object)
            func isStranger(_ other: ManagedObject, _ key: String) -> Bool {
                !extent.hasMade(other.objectID) && !extent.hasChanged(other.objectID, key)
            }
            switch object {
            case let tag as Tag:
                for item in tag.items
                where texts.count < Self.mostTexts && isStranger(item, StoredValue.tagsKey) {
                    note("\(Self.label(item)) now has \(label).")
                }
            case let tag as CustomerTag:
                for customer in tag.customers
                where texts.count < Self.mostTexts && isStranger(customer, StoredValue.tagsKey) {
                    note("\(Self.label(customer)) now has \(label).")
                }
            case let quote as Quote:
                // A sale that the import said of it was there before.
                if let sale = quote.sale, !extent.hasChanged(sale.objectID, "quote") {
                    note("\(label) became sale \(sale.number).")
                }
            case let payment as Payment:
                // What was given back later was given back of it.
                for back in payment.sale?.returns.flatMap(\.payments) ?? []
                where !back.isVoid && back.number > payment.number && isStranger(back, "sale") {
                    note("Payment \(back.number) gave money back for \(label).")
                }
            default: break
            }
        }
    }

    /// Numbers of invoices and of quotes have no gaps: what the import made does not go before those that came
    /// since.
    ///
    /// - Throws: errors of the store.
    mutating func findLater<Object: ManagedObject>(
        _ entity: String, _ number: any KeyPath<Object, Int64> & Sendable, _ verb: String
    ) throws {
        let first = made.compactMap { ($0 as? Object)?[keyPath: number] }.min()
        guard let first else { return }
        let request = FetchRequest<Object>(
            entityName: entity, .key("number") > first, sortBy: [SortDescriptor(number)])
        let later = try context.fetch(request).first {
            !extent.hasMade($0.objectID) && extent.isLater($0.objectID)
        }
        guard let later else { return }
        texts.append("\(Self.label(later)) was \(verb) since, and their numbers have no gap.")
    }

    /// Sales and payments of a day that was closed since stay as they are.
    ///
    /// - Throws: errors of the store.
    mutating func findClosedDays() throws {
        var days = Set(
            made.compactMap {
                ($0 as? Sale)?.day ?? ($0 as? SaleLine)?.sale?.day ?? ($0 as? Payment)?.day
            })
        for (object, entry) in changed {
            switch object {
            // Whose sale it is says nothing of the day, nor what a later return leaves to be paid.
            case let sale as Sale
            where !Set(entry.new.keys).isSubset(of: ["customer", "owedCents", "invoice", "quote"]):
                if let day = sale.day { days.insert(day) }
                if case .date(let seconds)? = entry.former["date"] {
                    days.insert(CalendarDay(Date(timeIntervalSinceReferenceDate: seconds)))
                }
            case let line as SaleLine:
                if let day = line.sale?.day { days.insert(day) }
            case let payment as Payment:
                if let day = payment.day { days.insert(day) }
            default: break
            }
        }
        guard !days.isEmpty else { return }
        for day in try ClosedDay.all(in: context).intersection(days).sorted() {
            texts.append("\(day) was closed.")
        }
    }
}
