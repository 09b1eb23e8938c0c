import Domain
import Drawing
import Foundation
import Persistence

/// Sample customers of a small shop, with their purchases of the last months.
struct SampleSales {
    let household: Household

    private static let names = [
        "Amina Diallo", "Beatriz Rocha", "Chidi Okafor", "Dana Levi", "Emil Sørensen",
        "Farah Haddad", "Goran Novak", "Hana Suzuki", "Ines Martin", "Jonas Weber", "Kavya Rao",
        "Liam O’Brien",
    ]
    /// The products.
    static let products: [(name: String, price: Decimal)] = [
        ("Desk lamp", 39), ("Oak stool", 85), ("Tea towel", Decimal(1_250) / 100),
        ("Glass jug", Decimal(1_890) / 100), ("Candle", Decimal(675) / 100), ("Wool blanket", 120),
        ("Picture frame", Decimal(2_450) / 100), ("Linen cushion", 32),
    ]

    /// Adds customers with their sales if there is no customer.
    ///
    /// - Returns: the number of customers that were added.
    /// - Throws: errors of the store.
    func add() throws -> Int {
        let today = CalendarDay.today()
        return try household.container.write { context in
            guard try context.count(for: FetchRequest<Customer>()) == 0 else { return 0 }
            for (index, name) in Self.names.enumerated() {
                var random = SeededGenerator(seed: index + 1)
                let mailbox = name.folding(options: .diacriticInsensitive, locale: nil)
                    .lowercased().filter { $0.isASCII && $0.isLetter }
                let customer = try Customer.add(
                    named: name, emailid: "\(mailbox)@example.com",
                    contactno: "+1 555 010 \(1_000 + index * 37)",
                    firstSale: Self.sale(before: today, &random), in: context)
                for _ in 0..<Int(random.next() % 3) {
                    _ = try customer.addSale(Self.sale(before: today, &random), in: context)
                }
            }
            try household.save(context)
            return Self.names.count
        }
    }

    private static func sale(
        before today: CalendarDay, _ random: inout SeededGenerator
    ) -> SaleDraft {
        let first = Int(random.next() % UInt64(products.count))
        let lines = (0..<1 + Int(random.next() % 3)).map { index in
            let product = products[(first + index) % products.count]
            return SaleDraft.Line(
                .productNamed(product.name), quantity: Decimal(1 + random.next() % 3),
                unitPrice: product.price)
        }
        return SaleDraft(day: today.adding(days: -Int(random.next() % 120)), lines: lines)
    }
}
