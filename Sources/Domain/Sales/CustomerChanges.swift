import Persistence

/// The customers that a save changes in what they are found by.
struct CustomerChanges {
    /// Those who are gone.
    let deleted: [Int64]
    /// Those who are there; new ones have their numbers once they are saved.
    private let present: Set<Customer>
    /// Whether there may be others, of whom nobody knows.
    let isPartial: Bool

    /// The relationships that are looked at.
    static let followed: [EntityName: Set<String>] = [
        .customer: ["numbers"], .customerNumber: ["customer", "customer.numbers"],
    ]

    init(_ records: ChangedRecords) {
        let numbers = records[.customerNumber]
        let owners = numbers.present.compactMap { ($0 as? CustomerNumber)?.customer }
        present = Set(records[.customer].present.compactMap { $0 as? Customer } + owners)
        deleted = records[.customer].deleted
        // Of a number that goes, or goes to another customer, others do not tell whose it was.
        let areLost =
            !numbers.deleted.isEmpty || numbers.updated.contains { $0.mayChange(["customer"]) }
        isPartial = areLost && !records.haveBothEnds
    }

    /// Whether making everything anew costs less.
    var areMany: Bool { deleted.count + present.count > 500 }

    /// Those who are there, once they are saved.
    var entries: [CustomerText.Entry] {
        present.map(CustomerText.Entry.init).sorted { $0.number < $1.number }
    }
}

extension ManagedObjectContext {
    /// The customers that go for good.
    var deletedCustomers: [Int64] {
        deletedObjects.compactMap { ($0 as? Customer)?.objectID.recordNumber }
    }
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
