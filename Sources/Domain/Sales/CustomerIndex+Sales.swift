public import Persistence

extension CustomerIndex {
    /// A query for sales whose words are looked up already, so that sales are found by their number,
    /// customer and products, and no name is read once for each sale.
    ///
    /// - Throws: errors of the store.
    public func looking(
        up query: SaleQuery, in context: ManagedObjectContext
    ) throws -> SaleQuery {
        var found = query
        found.search = ""
        found.words = try query.searchedWords.map { try self.word($0, in: context) }
        return found
    }

    private func word(_ word: String, in context: ManagedObjectContext) throws -> SaleWord {
        let number = SaleWord.number(word)
        // What begins with a hash is a number and nothing else.
        if number != nil, SearchFolding.patternText(of: word).hasPrefix("#") {
            return SaleWord(number: number)
        }
        var found = SaleWord(number: number, customers: try numbers(named: word, in: context))
        var query = ProductQuery()
        query.search = word
        let products = try context.fetchObjectIDs(query.fetchRequest)
        guard !products.isEmpty else { return found }
        if let sales = try Self.fewSales(with: products, in: context) {
            found.sales = sales
        } else {
            found.products = products.compactMap(\.recordNumber)
        }
        return found
    }

    /// More sales are looked for one by one: each has the products or has not.
    private static var fewSales: Int { 5_000 }

    /// The sales with one of some products, by record number; nil if there are many.
    private static func fewSales(
        with products: [ManagedObjectID], in context: ManagedObjectContext
    ) throws -> [Int64]? {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = [("sale", .keyPath(["sale"]))]
        request.predicate = .comparison(
            FetchComparison(
                .keyPath(["product"]), .in,
                .aggregate(products.map { .constant(.object($0)) })))
        request.fetchLimit = fewSales
        let rows = try context.fetchDictionaries(request)
        guard rows.count < fewSales else { return nil }
        let sales = rows.compactMap { row -> Int64? in
            if case .object(let id) = row["sale"] { id.recordNumber } else { nil }
        }
        return Set(sales).sorted()
    }
}
