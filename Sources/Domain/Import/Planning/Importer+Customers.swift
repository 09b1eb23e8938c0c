import Foundation
import Persistence

extension Importer {
    /// Updates a customer. A new one comes with a sale.
    func importCustomer() throws {
        _ = row.number(.id)
        let cells = row.ownCells
        row.label = cells.label
        guard !row.row.isShifted else { return }
        _ = (row.lastFour(), CellFormat<String>.expiry.read(&row, .cardExpiry))
        guard let customer = try attempt({ try knownCustomer(cells) }) else {
            return try checkValues(of: cells)
        }
        if let other = owner(of: customer) { return try refuse(sameAs: other, "customer") }
        own(customer)
        set(\.name, of: customer, .name, as: .line)
        set(\.emailid, of: customer, .emailid, as: .line)
        set(\.contactno, of: customer, .contactno, as: .line)
        try setDetails(of: customer)
        takeCard(of: customer)
        guard customer.isUpdated else { return }
        for other in try customers.others(than: customer, cells) {
            row.note("\(other) has the same e-mail address or number")
        }
    }

    /// The customer of a row; nil if the number is unknown.
    private func knownCustomer(_ cells: CustomerCells) throws -> Customer? {
        guard !row.isAtFault(.id) else { return nil }
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
    private func checkValues(of cells: CustomerCells) throws {
        // The existing customers are read first, so that this record is not among them.
        _ = try customers
        own(
            try Customer.add(
                named: cells.name ?? "?", emailid: cells.emailid, contactno: cells.contactno,
                in: context))
    }

    /// The customer of a row of sales, who may be new; nil if the row has none.
    ///
    /// - Parameter sale: the sale, if it is in the store; its own customer is checked first.
    func customer(ofSale sale: Sale?) throws -> Customer? {
        let cells = row.customerCells
        guard !cells.isEmpty else { return nil }
        if let current = sale?.customer {
            let isSame = cells.number.map { $0 == current.objectID.recordNumber } ?? false
            if isSame || cells.fit(current) { return current }
        }
        if let found = try customers.customer(cells, column: .customer) {
            if !cells.fit(found) {
                row.note(
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
        return try addCustomer(named: name, cells)
    }

    private func addCustomer(named name: String, _ cells: CustomerCells) throws -> Customer {
        let make = { [context] in
            try Customer.add(
                named: name, emailid: cells.emailid, contactno: cells.contactno, in: context)
        }
        let customer = try make()
        own(customer)
        try customers.add(known(customer, make), cells)
        row.note("new customer “\(name)”")
        return customer
    }

    /// Creates the new customers with a number in the file, in the order of these numbers, since
    /// only the number distinguishes namesakes later.
    func addNumberedCustomers() throws {
        var first: [Int64: Int] = [:]
        for index in rows.indices where !rows[index].isRefused {
            let row = rows[index]
            guard let sale = row.number(in: .number), sales[sale] == nil else { continue }
            if let number = row.customerCells.number, first[number] == nil { first[number] = index }
        }
        for (_, place) in first.sorted(by: { $0.key < $1.key }) {
            index = place
            let cells = row.customerCells
            guard let name = cells.name else { continue }
            do {
                guard try customers.customer(cells, column: .customer) == nil else { continue }
            } catch is RowFault {
                // The fault is reported with the row.
                continue
            }
            _ = try addCustomer(named: name, cells)
        }
    }
}

extension RowProgress {
    /// The cells about the customer in a row of customers.
    var ownCells: CustomerCells {
        CustomerCells(
            number: number(in: .id), name: text(.name), emailid: text(.emailid),
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
