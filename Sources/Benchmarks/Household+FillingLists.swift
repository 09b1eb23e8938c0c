import Domain
import Foundation
import Persistence

extension Household {
    /// Adds a number of groceries, every tenth of them ticked off.
    func fillGroceries(_ count: Int) throws {
        try container.write { context in
            for number in 1...count {
                let item = GroceryItem(context: context)
                item.name = "Grocery number \(number)"
                item.quantity = Decimal(number % 9 + 1)
                item.unit = number % 3 == 0 ? "kg" : nil
                item.isTicked = number.isMultiple(of: 10)
                item.orderingValue = Double(number)
            }
            try save(context)
        }
    }

    /// Adds a number of books to the samples, in the samples' categories.
    func fillBooks(_ count: Int) throws {
        try container.write { context in
            let categories = try BookCategory.all(in: context)
            for number in 1...count {
                let book = Book(context: context)
                book.title = "Book number \(number)"
                book.price = Decimal(number % 40 + 1)
                book.category = categories[number % categories.count]
            }
            try save(context)
        }
    }
}
