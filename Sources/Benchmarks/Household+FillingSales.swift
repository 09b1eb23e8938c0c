import Domain
import Foundation
import Persistence

extension Household {
    /// Adds a number of customers to an empty household, each with two sales of five lines.
    ///
    /// Numbers, names and days vary, and are the same in each run.
    func fillSales(customers: Int) throws {
        let products = try addProducts(500)
        guard let first = CalendarDay(year: 2024, month: 1, day: 1) else { return }
        let batch = 2_000
        for start in stride(from: 0, to: customers, by: batch) {
            try container.write { context in
                let products = try products.map { number in
                    try context.existingObject(Product.self, recordNumber: number)
                }.compactMap(\.self)
                for number in start..<min(start + batch, customers) {
                    let customer = Customer(context: context)
                    customer.name = "Customer number \(number + 1)"
                    customer.emailid = "customer.\(number + 1)@example.com"
                    customer.contactno = "+1 555 \(1_000_000 + number * 37 % 9_000_000)"
                    for visit in 0..<2 {
                        let sale = Sale(context: context)
                        sale.number = Int64(2 * number + visit + 1)
                        sale.date = first.adding(days: (number * 7 + visit * 311) % 730).date
                        sale.customer = customer
                        for line in 0..<5 {
                            let product = products[(number * 5 + line * 97) % products.count]
                            let sold = SaleLine(context: context)
                            sold.product = product
                            sold.quantity = Decimal(1 + (number + line) % 3)
                            sold.unitPrice = product.price
                            sale.addToLines(sold)
                        }
                    }
                }
                try save(context)
            }
        }
    }

    /// Returns the record numbers.
    private func addProducts(_ count: Int) throws -> [Int64] {
        try container.write { context in
            let products = (0..<count).map { number in
                let product = Product(context: context)
                product.name = "Product \(number + 1)"
                product.price = Decimal(100 + number * 13 % 9_900) / 100
                return product
            }
            try save(context)
            return products.compactMap(\.objectID.recordNumber)
        }
    }
}
