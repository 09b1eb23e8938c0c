public import Foundation
public import Persistence

extension Sale {
    /// Inserts a sale with its number, lines and payments, and marks its items as sold.
    ///
    /// - Parameters:
    ///   - draft: the entered values.
    ///   - customer: the customer. Default: nil, for a walk-in.
    ///   - number: the number. Default: nil, for the next one. To insert many sales before one
    ///     save, count on from ``nextNumber(in:)``.
    /// - Throws: ``SaleRefusal`` with the faults of the lines; errors of the store.
    public static func add(
        _ draft: SaleDraft, to customer: Customer? = nil, number: Int64? = nil,
        in context: ManagedObjectContext
    ) throws -> Sale {
        let number = try number ?? nextNumber(in: context)
        let sale = Sale(context: context)
        sale.customer = customer
        sale.isWalkIn = customer == nil
        sale.discount = draft.discount
        let taxes = try SaleTaxes(draft, in: context)
        var faults = try sale.take(draft, number, asking: "Add at least one line.", in: context)
        faults += try draft.faults(taxes) { try sale.add($0, at: $1, taxes, in: context) }
        try faults.check()
        try sale.calculateLinePrices(in: taxes.currency)
        sale.changeStock(in: context)
        if draft.isOnAccount { try sale.putOnAccount() }
        try sale.pay(draft.payments, on: draft.day, at: draft.time, in: context)
        return sale
    }

    /// Sets number, day, time and note. Returns the faults of the day, and of missing lines.
    ///
    /// - Parameter text: the message about missing lines.
    func take(
        _ draft: SaleDraft, _ number: Int64, asking text: String, in context: ManagedObjectContext
    ) throws -> [SaleFault] {
        date = draft.day.date
        time = draft.time
        note = draft.note
        try take(number, on: draft.day, in: context)
        let fault = try SaleDraft.fault(of: draft.day, in: context)
        return (draft.lines.isEmpty ? [SaleFault("lines", text)] : [])
            + (fault.map { [SaleFault("date", $0)] } ?? [])
    }

    private func add(
        _ line: SaleDraft.Line, at index: Int, _ taxes: SaleTaxes, in context: ManagedObjectContext
    ) throws {
        let item = try line.item(at: index, in: context)
        let price = try line.price(of: item, at: index, in: taxes.currency)
        let product = try line.product(soldAs: item, for: price, at: index, in: context)
        let added = SaleLine(context: context)
        try added.take(line, of: product, for: price, at: index, taxes, in: context)
        added.unitCost = product.cost
        added.itemKey = item?.itemKey
        item?.soldDate = date
        addToLines(added)
    }
}

extension SaleDraft {
    /// Adds each line by a closure. Returns their faults, and that of the choice of a tax.
    func faults(
        _ taxes: SaleTaxes? = nil, adding add: (Line, Int) throws -> Void
    ) throws -> [SaleFault] {
        var faults: [SaleFault] = []
        for (index, line) in lines.enumerated() {
            do {
                try add(line, index)
            } catch let fault as SaleFault {
                faults.append(fault)
            }
        }
        return faults + [taxes?.fault].compactMap(\.self)
    }
}

extension SaleDraft.Line {
    /// The quantity, if it is valid for the product.
    func checkedQuantity(of product: Product, at index: Int) throws(SaleFault) -> Decimal {
        guard let fault = product.fault(ofQuantity: quantity) else { return quantity }
        throw SaleFault(line: index, "quantity", fault)
    }

    /// The item that the line sells; nil for none.
    fileprivate func item(at index: Int, in context: ManagedObjectContext) throws -> Item? {
        guard case .item(let key) = subject else { return nil }
        guard let item = try Item.find(key, in: context), !item.isTrashed else {
            throw SaleFault(line: index, "product", "There is no such item in the inventory.")
        }
        guard item.soldDate == nil else {
            throw SaleFault(
                line: index, "product", "\(item.quotedName) was sold already.")
        }
        guard quantity == 1 else {
            throw SaleFault(
                line: index, "quantity", "An item from the inventory can be sold only once.")
        }
        return item
    }

    /// The line's price, or else the item's worth; nil for the product's price.
    fileprivate func price(
        of item: Item?, at index: Int, in currency: Currency
    ) throws(SaleFault) -> Decimal? {
        guard unitPrice == nil, let item else { return unitPrice }
        guard let value = item.price(in: currency) else {
            throw SaleFault(
                line: index, "unitPrice",
                "\(item.quotedName) has no value in the inventory: enter a price.")
        }
        return value
    }

    /// The product of the line, inserted if it is new.
    ///
    /// - Throws: ``SaleFault``; errors of the store.
    func product(
        soldAs item: Item?, for price: Decimal?, at index: Int, in context: ManagedObjectContext
    ) throws -> Product {
        switch subject {
        case .product(let number):
            guard let product = try Product.find(number, in: context) else {
                throw SaleFault(line: index, "product", "There is no such product.")
            }
            return try product.forSale(line: index)
        case .productNamed(let name):
            if let product = try Product.known(as: name, in: context) {
                return try product.forSale(line: index)
            }
            guard let unitPrice else {
                throw SaleFault(
                    line: index, "unitPrice", "“\(name)” is new: enter its price.")
            }
            return Product.make(name, price: unitPrice, in: context)
        case .item:
            let name = item?.itemName ?? ""
            if let product = try Product.named(name, in: context) { return product }
            return Product.make(name, price: price ?? 0, in: context)
        }
    }
}

extension Item {
    /// The default price, the worth of one piece; nil if not valued, or if the currency has no
    /// cents but the amount has.
    public func price(in currency: Currency) -> Decimal? {
        value.worth.flatMap { currency.fits($0) ? $0 : nil }
    }

    /// The quoted name, so that a sentence may also follow a field's name.
    fileprivate var quotedName: String { itemName.map { "“\($0)”" } ?? "The item" }
}

extension Product {
    fileprivate func forSale(line: Int) throws(SaleFault) -> Product {
        guard !isRetired else {
            throw SaleFault(
                line: line, "product", "\(name.map { "“\($0)”" } ?? "The product") is retired.")
        }
        return self
    }

    static func make(
        _ name: String, price: Decimal, in context: ManagedObjectContext
    ) -> Product {
        let product = Product(context: context)
        product.name = name
        product.price = price
        return product
    }
}
