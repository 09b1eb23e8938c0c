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
            let details = CustomerDetails(name: name, emailid: emailid, contactno: contactno)
            let customer = try Customer.add(
                details, firstSale: SaleDraft(day: day, lines: lines), in: context)
            try household.save(context)
            return customer.objectID.recordNumber ?? 0
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
            return sale.objectID.recordNumber ?? 0
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
    static func line(_ product: String, _ quantity: Int, _ price: String?) -> Self {
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
            try household.customers.page(of: query, in: context).records.map { $0.name ?? "" }
        }
    }
}
