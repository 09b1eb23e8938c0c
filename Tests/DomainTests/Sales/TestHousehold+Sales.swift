import Foundation
import Persistence

@testable import Domain

extension TestHousehold {
    /// Adds a customer with a first sale. Returns the record number.
    @discardableResult
    func addCustomer(
        _ name: String, emailid: String? = nil, contactno: String? = nil,
        _ lines: [SaleDraft.Line] = [.line("Mug", 1, "3.00")], on day: CalendarDay = .test
    ) throws -> Int64 {
        try household.container.write { context in
            let customer = try Customer.add(
                named: name, emailid: emailid, contactno: contactno,
                firstSale: SaleDraft(day: day, lines: lines), in: context)
            try household.save(context)
            return customer.savedNumber
        }
    }

    /// Adds a sale to a customer. Returns the record number.
    @discardableResult
    func addSale(
        to customer: Int64, _ lines: [SaleDraft.Line], on day: CalendarDay = .test
    ) throws -> Int64 {
        try household.container.write { context in
            guard let customer = try Customer.find(customer, in: context) else {
                throw NoSuchItem()
            }
            let sale = try customer.addSale(SaleDraft(day: day, lines: lines), in: context)
            try household.save(context)
            return sale.savedNumber
        }
    }

    /// The reasons for which a save is refused.
    func reasons(_ change: (ManagedObjectContext) throws -> Void) throws -> [String] {
        do {
            try household.container.write { context in
                try change(context)
                try household.save(context)
            }
            return []
        } catch PersistenceError.validation(let faults) {
            return faults.map(\.reason)
        }
    }
}

extension CalendarDay {
    static let test = CalendarDay(Date(timeIntervalSince1970: 1_795_219_200))
}

extension SaleDraft.Line {
    /// A line with the price as text.
    static func line(_ product: String, _ quantity: Decimal, _ price: String?) -> Self {
        SaleDraft.Line(
            .productNamed(product), quantity: quantity,
            unitPrice: price.flatMap { Decimal(string: $0) })
    }
}

extension TestHousehold {
    /// The names of the customers of a query, in order.
    func customerNames(_ change: (inout CustomerQuery) -> Void) throws -> [String] {
        var query = CustomerQuery()
        change(&query)
        return try household.container.read { context in
            try context.fetch(query.fetchRequest(context.coordinator)).map { $0.name ?? "" }
        }
    }
}

extension TestHousehold {
    /// Returns a part of a sale. Returns the record number of the return.
    @discardableResult
    func addReturn(
        of sale: Int64, on day: CalendarDay = .test, _ lines: [SaleDraft.Line]
    ) throws -> Int64 {
        try household.container.write { context in
            guard let sale = try Sale.find(sale, in: context) else { throw NoSuchItem() }
            let back = try sale.addReturn(SaleDraft(day: day, lines: lines), in: context)
            try household.save(context)
            return back.savedNumber
        }
    }

    /// Makes a sale void.
    func void(_ sale: Int64, reason: String = "A mistake") throws {
        try household.container.write { context in
            try Sale.find(sale, in: context)?.void(reason: reason)
            try household.save(context)
        }
    }

    /// Sells an item of the inventory to Ann, or to a new customer. Returns the record number.
    @discardableResult
    func sell(_ item: String, price: String?, to name: String = "Ann") throws -> Int64 {
        let key = try itemKey(item)
        let line = SaleDraft.Line(.item(key), unitPrice: price.flatMap { Decimal(string: $0) })
        let known = try household.container.read { context in
            try context.fetch(FetchRequest<Customer>()).first { $0.name == name }?.objectID
                .recordNumber
        }
        if let known { return try addSale(to: known, [line]) }
        try addCustomer(name, [line])
        return try saleNumbers().last ?? 0
    }

    /// The key of an item.
    func itemKey(_ name: String) throws -> UUID {
        try household.container.read { try Self.item(name, $0).key }
    }

    /// Sets the stored details of a customer's card.
    func take(_ card: CardDetails?, of customer: Int64) throws {
        try household.container.write { context in
            try Customer.find(customer, in: context)?.take(card, in: context)
            try household.save(context)
        }
    }

    /// Merges a customer into another.
    func merge(_ customer: Int64, into other: Int64) throws {
        try household.container.write { context in
            guard let customer = try Customer.find(customer, in: context),
                let other = try Customer.find(other, in: context)
            else { throw NoSuchItem() }
            customer.merge(into: other, in: context)
            try household.save(context)
        }
    }

    /// The number of all records of a class.
    func count<Object: ManagedObject>(_ type: Object.Type) throws -> Int {
        try household.container.read { try $0.count(for: FetchRequest<Object>()) }
    }

    /// The numbers of all sales, sorted.
    func saleNumbers() throws -> [Int64] {
        try household.container.read { context in
            try context.fetch(FetchRequest<Sale>()).map(\.number).sorted()
        }
    }

    /// The amount of all sales.
    func amount() throws -> Decimal {
        try household.container.read { context in
            try household.salesFigures.totals(of: SalesPeriod(), in: context).amount
        }
    }
}
