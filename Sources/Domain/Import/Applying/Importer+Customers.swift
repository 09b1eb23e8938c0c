import Foundation
import Persistence

extension Importer {
    /// Updates a customer. A new one comes with a sale.
    func importCustomer(_ index: Int) throws {
        _ = rows[index].number(.id)
        let cells = rows[index].ownCells
        rows[index].label = cells.label
        guard !rows[index].row.isShifted else { return }
        let card = try cardCells(index)
        guard let customer = try attempt(index, { try knownCustomer(cells, row: index) }) else {
            try checkValues(of: cells, row: index)
            return
        }
        if let other = row(of: customer) {
            let line = try line(of: other)
            rows[index].fail(nil, "line \(line) is about the same customer")
            return
        }
        own(customer, by: index)
        if rows[index].row.text(.name) != nil {
            set(\.name, of: customer, .name, to: cells.name, row: index)
        }
        if rows[index].row.text(.emailid) != nil {
            set(\.emailid, of: customer, .emailid, to: cells.emailid, row: index)
        }
        if rows[index].row.text(.contactno) != nil {
            set(\.contactno, of: customer, .contactno, to: cells.contactno, row: index)
        }
        try setDetails(of: customer, row: index)
        takeCard(card, of: customer, row: index)
        if customer.isUpdated { try warn(of: customer, cells, row: index) }
    }

    /// The customer of a row; nil if the number is unknown.
    private func knownCustomer(_ cells: CustomerCells, row index: Int) throws -> Customer? {
        guard !rows[index].isAtFault(.id) else { return nil }
        guard let customer = try customers.customer(cells, column: .id) else {
            throw RowFault(
                nil,
                "a new customer needs a first sale; import a file "
                    + "of lines, with the customer on each")
        }
        return customer
    }

    /// Validates the customer of a rejected row with a record that is never saved, so that all
    /// faults are reported.
    private func checkValues(of cells: CustomerCells, row index: Int) throws {
        // The existing customers are read first, so that this record is not among them.
        _ = try customers
        let customer = Customer(context: context)
        customer.take(
            CustomerDetails(
                name: cells.name ?? "?", emailid: cells.emailid, contactno: cells.contactno))
        own(customer, by: index)
    }

    private func warn(of customer: Customer, _ cells: CustomerCells, row index: Int) throws {
        for other in try customers.others(than: customer, cells) {
            rows[index].note("\(other) has the same e-mail address or number")
        }
    }

    /// The customer of a row of sales, who may be new; nil if the row has none.
    ///
    /// - Parameter sale: the sale, if it is in the store; its own customer is checked first.
    func customer(ofSaleIn index: Int, sale: Sale?) throws -> Customer? {
        let cells = rows[index].customerCells
        guard !cells.isEmpty else { return nil }
        if let current = sale?.customer {
            let isSame = cells.number.map { $0 == current.objectID.recordNumber } ?? false
            if isSame || cells.fit(current) { return current }
        }
        if let found = try customers.customer(cells, column: .customer) {
            if !cells.fit(found) {
                rows[index].note(
                    "\(found.name ?? "The customer") stays as it is; a file of customers "
                        + "changes names, addresses and numbers")
            }
            return found
        }
        guard let name = cells.name else {
            throw RowFault(
                .customer,
                cells.number.map { "there is no customer \($0), and no name for a new one" }
                    ?? "a new customer needs a name")
        }
        return try addCustomer(named: name, cells, row: index)
    }

    private func addCustomer(
        named name: String, _ cells: CustomerCells, row index: Int
    ) throws -> Customer {
        let make = { [context] in
            let customer = Customer(context: context)
            customer.take(
                CustomerDetails(name: name, emailid: cells.emailid, contactno: cells.contactno))
            return customer
        }
        let customer = make()
        own(customer, by: index)
        try note(customer, cells, row: index, make: make)
        rows[index].note("new customer “\(name)”")
        return customer
    }

    /// Creates the new customers with a number in the file, in the order of these numbers, since
    /// only the number distinguishes namesakes later.
    func addNumberedCustomers() throws {
        var first: [Int64: Int] = [:]
        for index in rows.indices where !rows[index].isRefused {
            var row = rows[index]
            guard let sale = row.number(.number), sales[sale] == nil else { continue }
            let cells = row.customerCells
            if let number = cells.number, first[number] == nil { first[number] = index }
        }
        for (_, index) in first.sorted(by: { $0.key < $1.key }) {
            let cells = rows[index].customerCells
            guard let name = cells.name else { continue }
            do {
                guard try customers.customer(cells, column: .customer) == nil else { continue }
            } catch is RowFault {
                // The fault is reported with the row.
                continue
            }
            _ = try addCustomer(named: name, cells, row: index)
        }
    }
}

extension RowProgress {
    /// The cells about the customer in a row of customers.
    var ownCells: CustomerCells {
        // A copy, because the fault of the number is reported with the row.
        var row = self
        return CustomerCells(
            number: row.number(.id), name: text(.name), emailid: text(.emailid),
            contactno: text(.contactno))
    }

    /// The cells about the customer in a row of sales.
    var customerCells: CustomerCells {
        let (number, name) = reference(.customer)
        return CustomerCells(
            number: number, name: text(.customerName) ?? name, emailid: text(.emailid),
            contactno: text(.contactno))
    }
}
