import Persistence

/// What a word in a search for sales names.
struct SaleWord: Sendable, Hashable {
    /// The number of a sale.
    var number: Int64?
    /// The customers in whose name the word is, by record number.
    var customers: [Int64] = []
    /// The products in whose name the word is, by record number, if they are in many sales.
    var products: [Int64] = []
    /// The sales with one of these products, by record number, if there are few of them.
    var sales: [Int64] = []

    /// The number that a word is: of `#17` and `17` it is 17.
    static func number(_ word: String) -> Int64? {
        let word = SearchFolding.patternText(of: word)
        return Int64(word.hasPrefix("#") ? word.dropFirst() : word[...])
            .flatMap { $0 > 0 ? $0 : nil }
    }

    /// The condition for sales. Each part of it can be looked up by an index.
    ///
    /// - Throws: errors of the model.
    func condition(_ coordinator: PersistentStoreCoordinator) throws -> FetchPredicate {
        func records(_ numbers: [Int64], _ entity: String) throws -> [ManagedObjectID] {
            try numbers.map { try coordinator.objectID(entityName: entity, recordNumber: $0) }
        }
        var conditions: [FetchPredicate] = []
        if let number { conditions.append(.key("number") == number) }
        if !customers.isEmpty {
            let customers = try records(customers, "Customer")
            conditions.append(FetchExpression.key("customer").isIn(customers))
        }
        if !products.isEmpty {
            let products = try records(products, "Product")
            conditions.append(try FetchPredicate(format: "ANY lines.product IN %@", products))
        }
        if !sales.isEmpty {
            conditions.append(FetchExpression.evaluatedObject.isIn(try records(sales, "Sale")))
        }
        return conditions.isEmpty ? .constant(false) : .or(conditions)
    }
}
