import Foundation
import Persistence

extension UndoObstacles {
    /// The dependent records, which the undo would delete or leave without their owners, although they do
    /// not change the owners' version: their relationships to the owners, and sentences in which # is a
    /// dependent record, and % its owner.
    private static let dependents = [
        ("Item", "assetType", "AssetType", "# now belongs to %."),
        ("Item", "location", "Location", "# is now in %."),
        ("Location", "parent", "Location", "# is now in %."),
        ("ItemFieldValue", "field", "ItemField", "# now has something in %."),
        ("Book", "category", "BookCategory", "# now belongs to %."),
        ("Page", "book", "Book", "% now has pages."),
        ("Photo", "place", "Place", "% now has photos."),
        ("Sale", "customer", "Customer", "% now has #."),
        ("Product", "category", "ProductCategory", "# is now in %."),
        ("SaleLine", "product", "Product", "% was sold."),
        ("SaleLine", "sale", "Sale", "% now has other lines."),
        ("Sale", "returnOf", "Sale", "Something was returned from %."),
        ("Loan", "item", "Item", "% was lent."),
        ("CareTask", "item", "Item", "% has something to be done."),
        ("CareRecord", "task", "CareTask", "% was done."),
        ("Item", "container", "Item", "% has something in it."),
        ("Payment", "sale", "Sale", "% was paid."),
        ("ParkedSale", "customer", "Customer", "% has a parked sale."),
        ("Quote", "customer", "Customer", "% has a quote."),
        ("QuoteLine", "product", "Product", "% is in a quote."),
        ("StockEntry", "product", "Product", "% has a new entry in its stock history."),
    ]

    /// Finds later records that belong to the import's, with one statement for many of them.
    ///
    /// - Throws: errors of the store.
    mutating func findDependents() throws {
        for (entity, key, owner, sentence) in Self.dependents {
            let isOfStock = entity == "StockEntry"
            // A stock count without a difference does not change the product.
            let counted = changed.filter { _, entry in
                isOfStock && entry.new.keys.contains { ["isStocked", "stock"].contains($0) }
            }
            let owners = (made + counted.map(\.object)).map(\.objectID).filter {
                $0.entityName == owner
            }
            guard !owners.isEmpty else { continue }
            var request = DictionaryFetchRequest(
                entityName: entity, columns: [("self", .evaluatedObject), ("owner", .key(key))])
            request.predicate = FetchExpression.key(key).isIn(owners)
            for row in try context.fetchDictionaries(request) where texts.count < Self.mostTexts {
                guard let id = row["self"]?.objectID, let owner = row["owner"]?.objectID,
                    // A record that the import moved returns to its former owner.
                    !extent.hasMade(id), !extent.hasChanged(id, key),
                    // An entry never leaves its product, so an older one has a lower number.
                    !isOfStock || extent.isLater(id)
                else { continue }
                note(try text(sentence, id, of: owner))
            }
        }
    }

    private func text(
        _ sentence: String, _ id: ManagedObjectID, of owner: ManagedObjectID
    ) throws -> String {
        try sentence.map { sign in
            guard "#%".contains(sign) else { return String(sign) }
            let object = try context.existingObject(with: sign == "#" ? id : owner)
            let label = Self.label((object as? ItemFieldValue)?.item ?? object)
            return object is Sale && sentence.first != sign ? label.lowercased() : label
        }.joined()
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
            case is Tag, is CustomerTag:
                let users: [ManagedObject] =
                    ((object as? Tag)?.items).map(Array.init)
                    ?? Array((object as? CustomerTag)?.customers ?? [])
                for user in users
                where texts.count < Self.mostTexts && isLaterUse(user, StoredValue.tagsKey) {
                    note("\(Self.label(user)) now has \(label).")
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
