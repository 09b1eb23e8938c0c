import Domain
import Foundation
import Persistence

extension Household {
    /// Completes the sales of a household with the data of a counter: the time of day, a payment
    /// each, a tax rate and a category for each product, and 200 stock changes a product.
    func fillCounter() throws {
        try fillProducts()
        let kinds = try container.read { try $0.fetchObjectIDs(FetchRequest<PaymentKind>()) }
        let sales = try container.read { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetchObjectIDs(request)
        }
        let batch = 2_000
        for start in stride(from: 0, to: sales.count, by: batch) {
            try container.write { context in
                for id in sales[start..<min(start + batch, sales.count)] {
                    guard let sale = try context.existingObject(with: id) as? Sale,
                        let cents = Int64("\(sale.total * 100)"), !kinds.isEmpty
                    else { continue }
                    let place = Int(sale.number)
                    sale.minuteOfDay = Int16(480 + place * 7 % 600)
                    let payment = Payment(context: context)
                    payment.number = sale.number
                    payment.date = sale.date
                    payment.amountCents = cents
                    payment.sale = sale
                    payment.kind =
                        try context.existingObject(with: kinds[place % kinds.count]) as? PaymentKind
                }
                try save(context)
            }
        }
    }

    private func fillProducts() throws {
        try container.write { context in
            let rate = TaxRate(context: context)
            rate.name = "VAT"
            rate.percent = 19
            let categories = (1...20).map { number in
                let category = ProductCategory(context: context)
                category.name = "Category \(number)"
                return category
            }
            let products = try context.fetch(FetchRequest<Product>())
            for (place, product) in products.enumerated() {
                product.category = categories[place % categories.count]
                product.taxRate = rate
                for step in 0..<200 {
                    let day = Date(timeIntervalSince1970: 1_704_067_200 + Double(step) * 86_400)
                    try product.enter(.delivered, Decimal(1 + step % 9), at: day, in: context)
                }
            }
            try save(context)
        }
    }
}
