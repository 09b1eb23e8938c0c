import Foundation
import Persistence

extension ImportUndo {
    /// Records that belong to others and go with them, though these stay in the version that they have.
    private struct Belonging {
        let owner: String
        let entity: String
        /// By what they belong to their owner.
        let key: String
        /// What the owner has or did.
        let what: String
        /// What they change of their owner: an owner of which the import changed that is looked at, too.
        var changes: Set<String> = []
        /// Whether it is its owner's from the beginning, so that one with a lower number than those of the import
        /// was there before.
        var staysWhereItIs = false
    }

    private static let belongings = [
        Belonging(owner: "Item", entity: "Loan", key: "item", what: "was lent"),
        Belonging(
            owner: "Item", entity: "CareTask", key: "item", what: "has something to be done"),
        Belonging(owner: "CareTask", entity: "CareRecord", key: "task", what: "was done"),
        Belonging(owner: "Item", entity: "Item", key: "container", what: "has something in it"),
        Belonging(owner: "Sale", entity: "Payment", key: "sale", what: "was paid"),
        Belonging(
            owner: "Customer", entity: "ParkedSale", key: "customer", what: "has a parked sale"),
        Belonging(owner: "Customer", entity: "Quote", key: "customer", what: "has a quote"),
        Belonging(owner: "Product", entity: "QuoteLine", key: "product", what: "is in a quote"),
        // A count that finds as many as there should be leaves the product as it is.
        Belonging(
            owner: "Product", entity: "StockEntry", key: "product",
            what: "has a new entry in the journal of its stock", changes: ["isStocked", "stock"],
            staysWhereItIs: true),
    ]

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
        let request = FetchRequest<ManagedObject>(
            entityName: belonging.entity, FetchExpression.key(belonging.key).isIn(owners))
        for id in try context.fetchObjectIDs(request)
        where !extent.hasMade(id) && !extent.hasChanged(id, belonging.key) {
            if belonging.staysWhereItIs, !extent.isLater(id) { continue }
            let owner = try context.existingObject(with: id).value(forKey: belonging.key)
            guard let owner = owner as? ManagedObject else { continue }
            let text = "\(Self.label(owner)) \(belonging.what)."
            if !obstacles.contains(text) { obstacles.append(text) }
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
        obstacles.append("\(Self.label(later)) was \(verb) since, and their numbers have no gap.")
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
            obstacles.append("\(day) was closed.")
        }
    }
}
