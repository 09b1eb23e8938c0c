import Domain
import Foundation
import Persistence

/// The shop of the sample sales: its profile, tax rates, and products with their stock.
struct SampleShop {
    let household: Household

    /// The further values of the products.
    private static let stock:
        [(sku: String, category: String, cost: Decimal, pieces: Decimal, low: Decimal)] = [
            ("LA-1", "Home", 21, 60, 5), ("ST-1", "Home", 48, 40, 5),
            ("TE-1", "Textiles", 5, 90, 10),
            ("GL-1", "Kitchen", 8, 60, 5), ("CA-1", "Home", 2, 120, 20),
            ("TE-2", "Textiles", 65, 40, 5), ("FR-1", "Home", 11, 60, 5),
            ("TE-3", "Textiles", 14, 60, 5),
        ]

    /// Adds the shop and its products.
    ///
    /// - Throws: errors of the store.
    func add() throws {
        try household.container.write { context in
            let rate = TaxRate(context: context)
            (rate.name, rate.percent) = ("Full", 19)
            let reduced = TaxRate(context: context)
            (reduced.name, reduced.percent) = ("Reduced", 7)
            let profile = try ShopProfile.make(in: context)
            profile.name = "Corner Shop"
            profile.address = "1 Main Street\n12345 Springfield"
            profile.contactno = "+1 555 0100"
            profile.emailid = "shop@example.com"
            profile.taxNumber = "12 345 678"
            profile.footer = "Thank you."
            profile.invoiceNote = "Payable within 14 days."
            profile.opening = 100
            profile.taxRate = rate
            let delivery = Date() - 200 * 24 * 60 * 60
            for (sample, more) in zip(SampleSales.products, Self.stock) {
                let product = Product(context: context)
                (product.name, product.price, product.cost) = (sample.name, sample.price, more.cost)
                (product.sku, product.lowStock) = (more.sku, more.low)
                product.taxRate = rate
                product.category = try ProductCategory.named(
                    more.category, makingIn: context)
                try product.enter(.delivered, more.pieces, at: delivery, in: context)
            }
            try household.save(context)
        }
    }
}
