import Persistence

/// The customers that a save is about to add, change or delete.
struct CustomerChanges {
    private(set) var removed: [Int64] = []
    /// Those of the removed that go for good.
    private(set) var deleted: [Int64] = []
    /// New customers have their numbers when they are saved.
    private(set) var added: [Customer] = []

    init(_ context: ManagedObjectContext) {
        for case let customer as Customer in context.insertedObjects { added.append(customer) }
        for case let customer as Customer in context.deletedObjects {
            if let number = customer.objectID.recordNumber { deleted.append(number) }
        }
        removed = deleted
        for case let customer as Customer in context.updatedObjects {
            if let number = customer.objectID.recordNumber { removed.append(number) }
            added.append(customer)
        }
    }

    /// Whether making everything anew costs less.
    var areMany: Bool { removed.count + added.count > 500 }
}

extension CustomerText.Entry {
    init(_ customer: Customer) {
        number = customer.objectID.recordNumber ?? 0
        name = customer.name ?? ""
        emailid = customer.emailid ?? ""
        contactno = customer.contactno ?? ""
        others = customer.numbers.compactMap(\.number)
    }
}
