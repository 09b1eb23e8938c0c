import Domain
import Foundation
import Persistence

/// Addresses, payments, quotes, invoices, a return and a closed day of the sample customers.
struct SamplePapers {
    let household: Household
    let today = CalendarDay.today()

    private static let addresses = [
        "4 Hill Road\n12345 Springfield", "18 Mill Lane\n12347 Riverside",
        "7 Station Square\n12345 Springfield", "52 Orchard Street\n12349 Lakeview",
    ]
    /// Days from today: when it was sold, and when it was paid.
    private static let invoices: [(sold: Int, paid: Int?)] = [(-40, nil), (-20, -10), (-3, nil)]
    /// Days from today: when it was made, until when its prices hold, and when it was sold.
    private static let quotes: [(made: Int, holds: Int, sold: Int?)] = [
        (-60, -30, nil), (-12, 18, -8), (-2, 28, nil),
    ]

    /// Adds them to the customers and sales.
    ///
    /// - Throws: errors of the store, and refusals of the sections.
    func add() throws {
        try household.container.write { context in
            let customers = try context.fetch(
                FetchRequest<Customer>(sortBy: [SortDescriptor(\.name)]))
            for (index, customer) in customers.enumerated() {
                let address = Self.addresses[index % Self.addresses.count]
                customer.take(
                    addresses: [PostalAddress(lines: address)].compactMap(\.self), in: context)
                try customer.take(tags: index % 3 == 0 ? ["regular"] : [], in: context)
            }
            let kinds = try PaymentKind.all(in: context).compactMap(\.objectID.recordNumber)
            let sales = try context.fetch(FetchRequest<Sale>(sortBy: [SortDescriptor(\.number)]))
            for (index, sale) in sales.enumerated() {
                guard let day = sale.day, let kind = kinds.first else { continue }
                let paid = index % 3 == 0 ? kind : kinds[1 % kinds.count]
                try sale.pay([PaymentDraft(kind: paid)], on: day, in: context)
            }
            for (customer, sample) in zip(customers, Self.invoices) {
                try invoice(sample, to: customer, paidAs: kinds.last, in: context)
            }
            for (customer, sample) in zip(customers.dropFirst(4), Self.quotes) {
                try quote(sample, to: customer, in: context)
            }
            try household.save(context)
            try returnAndVoid(of: customers, in: context)
            try closeYesterday(kinds.first, in: context)
            try Product.named("Candle", in: context)?.enter(
                .counted, 3, note: "Some were broken", in: context)
            try household.save(context)
        }
    }

    private func draft(_ day: Int, _ names: String...) -> SaleDraft {
        SaleDraft(
            day: today.adding(days: day),
            lines: names.map { SaleDraft.Line(.productNamed($0), quantity: 2) })
    }

    private func invoice(
        _ sample: (sold: Int, paid: Int?), to customer: Customer, paidAs kind: Int64?,
        in context: ManagedObjectContext
    ) throws {
        var sold = draft(sample.sold, "Oak stool", "Linen cushion")
        sold.isOnAccount = true
        let sale = try customer.addSale(sold, in: context)
        var sender = ShopDetails()
        if let profile = try ShopProfile.current(in: context) { sender.complete(with: profile) }
        let invoice = try sale.addInvoice(
            IssuedTexts(from: sender, in: household.shopCurrency.current),
            to: customer.name ?? "", on: sold.day, due: sold.day.adding(days: 14), in: context)
        invoice.buyerAddress = customer.mainAddress?.lines.joined(separator: "\n")
        guard let paid = sample.paid, let kind else { return }
        try sale.pay([PaymentDraft(kind: kind)], on: today.adding(days: paid), in: context)
    }

    private func quote(
        _ sample: (made: Int, holds: Int, sold: Int?), to customer: Customer,
        in context: ManagedObjectContext
    ) throws {
        var offered = QuoteDraft(draft(sample.made, "Wool blanket", "Picture frame"))
        offered.lastDay = today.adding(days: sample.holds)
        let quote = try Quote.add(offered, for: customer, in: context)
        guard let sold = sample.sold else { return }
        var terms = draft(sold)
        terms.isOnAccount = true
        _ = try quote.sell(terms, in: context)
    }

    private func returnAndVoid(
        of customers: [Customer], in context: ManagedObjectContext
    ) throws {
        let sales = customers.compactMap { $0.sales.min { $0.number < $1.number } }
        guard sales.count > 9 else { return }
        _ = try sales[9].addReturn(sales[9].wholeReturn(on: today), in: context)
        try sales[8].void(reason: "Typed twice")
    }

    /// Sells for cash without a customer, and counts fifty cents too few in the evening.
    private func closeYesterday(_ cash: Int64?, in context: ManagedObjectContext) throws {
        guard let cash else { return }
        var sold = draft(-1, "Tea towel", "Glass jug")
        sold.time = TimeOfDay(minute: 11 * 60 + 20)
        sold.payments = [PaymentDraft(kind: cash, amount: 100)]
        _ = try Sale.add(sold, in: context)
        try household.save(context)
        let taken = try DayPayments(of: sold.day, in: context).cash
        _ = try ClosedDay.close(
            sold.day, opening: 100, counted: 100 + taken - Decimal(50) / 100,
            note: "Fifty cents are missing", in: context)
    }
}
