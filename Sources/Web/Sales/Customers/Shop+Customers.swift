import Domain
import Persistence

/// An edit of a customer who has changed since the form was opened.
struct StaleCustomer: Error {
    /// The customer as saved now.
    let saved: CustomerValues

    /// The conflict for programs, with the customer as saved now.
    func error(_ links: SiteLinks) -> SiteError {
        var error = SiteError.stale(
            "It has version \(saved.rowVersion) now. Read it again, or post without a version.")
        error.members = [("current", saved.json(links))]
        return error
    }
}

/// A customer who was saved, with what is worth a look.
struct SavedCustomer: Sendable {
    let values: CustomerValues
    let duplicates: [CustomerDuplicate]
    /// The record number of the sale with the lowest number; nil for none.
    let firstSale: Int64?

    /// The customer for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        values.json(warnings: values.warnings(duplicates, links), links)
    }
}

extension Shop {
    /// The customer that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func customer(_ number: Int64, in context: ManagedObjectContext) throws -> Customer {
        guard let customer = try Customer.find(number, in: context) else {
            throw SiteError.notFound("There is no such customer")
        }
        return customer
    }

    /// Adds a customer, with the first sale.
    ///
    /// - Throws: ``FormRefusal``.
    func addCustomer(_ input: CustomerInput) async throws -> SavedCustomer {
        try await change { context in
            try save(input.makeCustomer(in: context), in: context)
        }
    }

    /// Changes a customer.
    ///
    /// - Throws: ``FormRefusal``, ``StaleCustomer``, and a 404.
    func updateCustomer(
        _ number: Int64, with input: CustomerInput
    ) async throws -> SavedCustomer {
        try await change { context in
            let customer = try customer(number, in: context)
            let saved = try CustomerValues(customer, in: context)
            if input.isStale(saved) { throw StaleCustomer(saved: saved) }
            try input.apply(to: customer, in: context)
            return try save(customer, in: context)
        }
    }

    /// Deletes a customer with all sales. Returns the customer as it was.
    ///
    /// - Throws: a 404.
    func deleteCustomer(_ number: Int64) async throws -> CustomerValues {
        try await change { context in
            let customer = try customer(number, in: context)
            let values = try CustomerValues(customer, in: context)
            if let fault = try customer.deletionCounts(in: context).fault {
                throw SiteError.unprocessable("The customer stays", faults: [fault])
            }
            context.delete(customer)
            try household.save(context)
            return values
        }
    }

    private func save(
        _ customer: Customer, in context: ManagedObjectContext
    ) throws -> SavedCustomer {
        try household.save(context)
        return SavedCustomer(
            values: try CustomerValues(customer, in: context),
            duplicates: try CustomerDuplicate.of(customer, self, in: context),
            firstSale: customer.sales.min { $0.number < $1.number }?.objectID.recordNumber)
    }
}
