public import Persistence

extension HouseholdSearch {
    /// The records that a scanned or typed code names, the most likely first: the item with the number or
    /// key, the product with the SKU or barcode, items with the serial or model number, books with the ISBN,
    /// and the sale, invoice or quote with the number on it.
    ///
    /// - Parameter limit: the maximum number of records of a kind with the same code; 0 for all.
    /// - Throws: errors of the store.
    public static func records(
        coded text: String, atMost limit: Int = 10, in context: ManagedObjectContext
    ) throws -> [ManagedObject] {
        let code = ScannedCode.withoutIdentifier(ScannedCode.visible(text))
        guard !code.isEmpty else { return [] }
        let isNumbered = FetchPredicate.or([
            try SerialNumber.isSame(as: code), .key("modelNumber") == code,
        ])
        let isBook = FetchExpression.key("isbn").isIn(ISBN.spellings(of: code))
        let isPaper = FetchPredicate.isNumbered(code, Int64(code))
        func found<Record: ManagedObject>(
            _ type: Record.Type, _ predicate: FetchPredicate
        ) throws -> [ManagedObject] {
            try context.fetch(FetchRequest<Record>(predicate, limit: limit))
        }
        let item = try Item.coded(code, in: context)
        let first: [ManagedObject?] = [item, try Product.coded(code, in: context)]
        return try first.compactMap(\.self)
            + found(Item.self, .and([isNumbered, Item.isListed])).filter { $0 !== item }
            + found(Book.self, isBook) + found(Sale.self, isPaper)
            + found(Invoice.self, isPaper) + found(Quote.self, isPaper)
    }
}

extension FetchPredicate {
    /// Papers with a printed number, in upper or lower case, or with a plain number.
    public static func isNumbered(_ text: String, _ number: Int64? = nil) -> FetchPredicate {
        let isWritten = FetchExpression.key("numberText").isIn([text, text.uppercased()])
        return number.map { .or([isWritten, .key("number") == $0]) } ?? isWritten
    }
}
