import Foundation

extension [String: JSONCell] {
    /// The members as a table has them: what an item has in the household's own fields under a name of its
    /// own each, `fields.NAME`; the item that it is in by its key; what is done about it, and the addresses of a
    /// customer, as one cell each. A sale's customer and a step's product by number and name, an invoice's buyer in
    /// columns of their own, and the sale that something came back
    /// from, or is about, by its number.
    var flattened: [String: JSONCell] {
        var members = self
        if case .object(let fields)? = members["fields"] {
            members["fields"] = nil
            for (name, cell) in fields { members["fields.\(name)"] = cell }
        }
        if case .object(let container)? = members["container"], let key = container["itemKey"] {
            members["container"] = key
        }
        if case .object(let customer)? = members["customer"], let id = customer["id"] {
            members["customer"] = id
            if members["customerName"] == nil { members["customerName"] = customer["name"] }
        }
        if case .object(let product)? = members["product"], let id = product["id"] {
            members["product"] = id
            if members["productName"] == nil { members["productName"] = product["name"] }
        }
        if case .object(let buyer)? = members["buyer"], members["buyerName"] == nil {
            members["buyer"] = nil
            for (name, cell) in buyer {
                members["buyer" + name.prefix(1).uppercased() + name.dropFirst()] = cell
            }
        }
        for name in ["returnOf", "sale"] {
            guard case .object(let sale)? = members[name], let number = sale["number"] else {
                continue
            }
            members[name] = number
        }
        members.flatten("care", CareEntry.init)
        members.flatten("formerLoans", LoanEntry.init)
        members.flatten("formerValues", ValueEntry.init)
        if case .list(let addresses)? = members["addresses"], addresses.allSatisfy(\.isEntry) {
            members["addresses"] = .text(
                PostalAddress.cell(addresses.compactMap(PostalAddress.init)))
        }
        return members
    }

    /// Makes one cell of a list, if all that is in it is understood.
    private mutating func flatten<Entry: ListEntry>(
        _ key: String, _ entry: (JSONCell) -> Entry?
    ) {
        guard case .list(let cells)? = self[key], cells.allSatisfy(\.isEntry) else { return }
        let entries = cells.compactMap(entry)
        guard entries.count == cells.count, let text = try? Entry.text(entries) else { return }
        self[key] = .text(text)
    }

    /// The text of a member; empty for none.
    func text(_ key: String) -> String { self[key]?.text ?? "" }

    /// The text of a member; nil for none.
    fileprivate func some(_ key: String) -> String? { text(key).isEmpty ? nil : text(key) }
}

extension PostalAddress {
    /// Nil for a cell that is no object.
    fileprivate init?(_ cell: JSONCell) {
        guard case .object(let members) = cell else { return nil }
        self.init()
        label = members.some("label")
        street = members.some("street")
        postalCode = members.some("postalCode")
        city = members.some("city")
        region = members.some("region")
        countryCode = members.some("countryCode")
    }
}

extension CareEntry {
    /// Nil for a cell that is no object with a title.
    fileprivate init?(_ cell: JSONCell) {
        guard case .object(let members) = cell, let title = members.some("title") else {
            return nil
        }
        var done: [Done] = []
        if case .list(let cells)? = members["done"] {
            for case .object(let members) in cells {
                done.append(
                    Done(
                        date: members.text("date"), title: members.some("title"),
                        cost: members.some("cost"), notes: members.some("notes")))
            }
        }
        self.init(
            title: title, due: members.some("due"), interval: members.some("interval"),
            cost: members.some("cost"), notes: members.some("notes"),
            done: done.isEmpty ? nil : done)
    }
}

extension LoanEntry {
    /// Nil for a cell that is no object of a loan.
    fileprivate init?(_ cell: JSONCell) {
        guard case .object(let members) = cell, let borrower = members.some("borrower"),
            let since = members.some("since"), let returned = members.some("returned")
        else { return nil }
        self.init(
            borrower: borrower, since: since, due: members.some("due"), returned: returned,
            notes: members.some("notes"))
    }
}

extension ValueEntry {
    /// Nil for a cell that is no object of a value.
    fileprivate init?(_ cell: JSONCell) {
        guard case .object(let members) = cell, let until = members.some("until"),
            let value = Int32(members.text("valueInDollars"))
        else { return nil }
        self.init(
            until: until, valueInDollars: value, quantity: Int32(members.text("quantity")),
            replacementValue: members.some("replacementValue"))
    }
}
