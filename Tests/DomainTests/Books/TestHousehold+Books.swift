import Foundation
import Persistence

@testable import Domain

extension BookCategory {
    /// The category of a name, without regard to case.
    static func named(
        _ name: String, in context: ManagedObjectContext
    ) throws -> BookCategory? {
        try all(in: context).first { $0.name?.lowercased() == name.lowercased() }
    }
}

extension TestHousehold {
    /// Adds a book to a category of the samples. Returns the record number.
    func addBook(
        _ title: String, category: String = "Travel", price: Decimal = 10, pages: [String] = []
    ) throws -> Int64 {
        try household.container.write { context in
            let book = try Book.add(
                title: title, price: price,
                category: try BookCategory.named(category, in: context), in: context)
            for page in pages { book.addPage(page, in: context) }
            try household.save(context)
            return book.savedNumber
        }
    }

    /// The history of a book, the first change first: `title: A → B`.
    func history(of book: Int64) throws -> [String] {
        try household.container.read { context in
            try Book.find(book, in: context)?.history().reversed().map { change in
                let (old, new) = (change.oldValue ?? "–", change.newValue ?? "–")
                return "\(change.key ?? ""): \(old) → \(new)"
            } ?? []
        }
    }
}
