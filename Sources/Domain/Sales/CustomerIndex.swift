public import Persistence

/// Finds customers.
///
/// What can be searched of them is kept in memory in one piece and follows what is saved; the store
/// stays the truth.
public final class CustomerIndex: Sendable {
    /// What customers are found by: a person's own condition can be about what they bought.
    private static let searched = EntityName.sales

    private let memory: FollowedValue<CustomerText>
    /// The record numbers of customers by a query's conditions and order, without its words.
    private let lists = ChangeCache<CustomerQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }
    /// The record numbers of those who bought what a word names.
    private let buyers = ChangeCache<String, [Int64]>(limit: 1_000_000) { $0.count + 1 }
    /// What was found.
    private let results = ChangeCache<CustomerQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }

    private let figures: SalesFigures
    private let changes: ChangeFeed

    init(_ figures: SalesFigures, _ changes: ChangeFeed) {
        self.figures = figures
        self.changes = changes
        memory = FollowedValue(changes)
    }

    /// Whether what is searched is in memory.
    var isReady: Bool { memory.isCurrent() }

    /// Some of the customers of a query, and how many there are.
    public struct Page {
        /// The customers, in the order of the query.
        public let records: [Customer]
        /// The number of all customers of the query.
        public let total: Int
    }

    /// A page of the customers of a query.
    ///
    /// - Parameters:
    ///   - offset: how many customers to pass over. Default: 0.
    ///   - limit: the greatest number of customers; nil, the default, for all.
    ///   - prefetching: key paths of relationships whose records are fetched with them.
    /// - Throws: errors of the predicate and of the store.
    public func page(
        of query: CustomerQuery, offset: Int = 0, limit: Int? = nil, prefetching: [String] = [],
        in context: ManagedObjectContext
    ) throws -> Page {
        let numbers = try numbers(of: query, in: context)
        let rest = numbers.dropFirst(max(offset, 0))
        let shown = limit.map { rest.prefix(max($0, 0)) } ?? rest
        let records = try Self.customers(shown, prefetching: prefetching, in: context)
        return Page(records: records, total: numbers.count)
    }

    /// The record numbers of the customers of a query, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func numbers(
        of query: CustomerQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        try results.value(for: query, at: version(context)) {
            try self.find(query, in: context)
        }
    }

    /// The record numbers of the customers in whose name a word is.
    ///
    /// - Throws: errors of the store.
    func numbers(named word: String, in context: ManagedObjectContext) throws -> [Int64] {
        // Addresses and numbers are in the text too.
        let found = try text(for: context).numbers(with: [word], others: [[]])
        guard !found.isEmpty else { return [] }
        var request = FetchRequest<Customer>()
        request.predicate = .and(
            [
                .comparison(
                    FetchComparison(
                        .evaluatedObject, .in,
                        .aggregate(try found.map { .constant(.object(try Self.id($0, context))) })))
            ] + FetchPredicate.words(word, inAnyOf: [["name"]]))
        return try context.fetchObjectIDs(request).compactMap(\.recordNumber)
    }

    private static func id(
        _ number: Int64, _ context: ManagedObjectContext
    ) throws -> ManagedObjectID {
        try context.coordinator.objectID(entityName: "Customer", recordNumber: number)
    }

    /// The customers who have the same e-mail address, or the same digits in their number.
    ///
    /// - Parameter customer: the customer who may have them; nil, the default, for a new one.
    /// - Throws: errors of the store.
    public func duplicates(
        emailid: String?, contactno: String?, otherThan customer: Customer? = nil,
        in context: ManagedObjectContext
    ) throws -> [Customer] {
        let numbers = try text(for: context).numbers(emailid: emailid, contactno: contactno)
        let own = customer?.objectID.recordNumber
        return try Self.customers(numbers.filter { $0 != own }[...], in: context)
    }

    // MARK: - Searching

    private func find(
        _ query: CustomerQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        let words = query.words
        guard query.isByNameAlone else {
            let list = try list(query, in: context)
            if words.isEmpty { return list }
            let found = Set(try numbers(with: words, query, in: context))
            return list.filter(found.contains)
        }
        let numbers =
            words.isEmpty
            ? try text(for: context).numbersByName : try numbers(with: words, query, in: context)
        return query.isDescending ? numbers.reversed() : numbers
    }

    private func numbers(
        with words: [String], _ query: CustomerQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        let buyers = try words.map { try self.buyers($0, in: context) }
        let found = try text(for: context).numbers(with: words, others: buyers)
        guard let number = query.wholeNumber else { return found }
        return try text(for: context).numbers(with: [number], others: [found])
    }

    /// Those whom the conditions select, in the order of the query, whatever its words.
    private func list(
        _ query: CustomerQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        var query = query
        query.search = ""
        return try lists.value(for: query, at: version(context)) {
            if let order = query.salesOrder {
                let numbers = try self.numbers(of: query.beforeSales, in: context)
                return try self.figures.sorted(numbers, by: order, in: context)
            }
            var request = FetchRequest<Customer>()
            request.predicate = try query.condition(context.coordinator)
            request.sortDescriptors =
                query.sortDescriptors
                + [FetchSortDescriptor("name", comparison: .localizedStandard)]
            return try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        }
    }

    /// Those who bought a product whose name has a word. Shorter words would find everyone.
    private func buyers(_ word: String, in context: ManagedObjectContext) throws -> [Int64] {
        guard word.count >= 3 else { return [] }
        return try buyers.value(for: word, at: version(context)) {
            // A number of a person is no number of an article, whose other spellings take longer to find.
            var products = FetchRequest<Product>()
            products.predicate = .all(
                FetchPredicate.words(word, inAnyOf: [["name"], ["sku"], ["barcode"]]))
            let ids = try context.fetchObjectIDs(products)
            guard !ids.isEmpty else { return [] }
            return Array(
                try self.figures.buyers(of: Set(ids.compactMap(\.recordNumber)), in: context))
        }
    }

    // MARK: - Memory

    private func version(_ context: ManagedObjectContext) -> Int? {
        changes.version(of: Self.searched, in: context)
    }

    private func text(for context: ManagedObjectContext) throws -> CustomerText {
        try memory.value(for: context, reading: Self.read)
    }

    private static func read(from context: ManagedObjectContext) throws -> CustomerText {
        var request = DictionaryFetchRequest(entityName: "Customer")
        request.columns = [
            ("self", .evaluatedObject), ("name", .keyPath(["name"])),
            ("emailid", .keyPath(["emailid"])), ("contactno", .keyPath(["contactno"])),
        ]
        let others = try furtherNumbers(in: context)
        return CustomerText(
            try context.fetchDictionaries(request).compactMap { row -> CustomerText.Entry? in
                guard var entry = CustomerText.Entry(row) else { return nil }
                entry.others = others[entry.number] ?? []
                return entry
            })
    }

    /// The numbers beside the first, by the record numbers of customers.
    private static func furtherNumbers(
        in context: ManagedObjectContext
    ) throws -> [Int64: [String]] {
        var request = DictionaryFetchRequest(entityName: "CustomerNumber")
        request.columns = [("customer", .keyPath(["customer"])), ("number", .keyPath(["number"]))]
        var numbers: [Int64: [String]] = [:]
        for row in try context.fetchDictionaries(request) {
            guard case .object(let id) = row["customer"], let customer = id.recordNumber,
                case .string(let number) = row["number"]
            else { continue }
            numbers[customer, default: []].append(number)
        }
        return numbers
    }

    /// The customers with record numbers, in their order; those that are not there any more are
    /// passed over.
    private static func customers(
        _ numbers: ArraySlice<Int64>, prefetching: [String] = [],
        in context: ManagedObjectContext
    ) throws -> [Customer] {
        try context.objects(
            with: numbers.map { try id($0, context) }, prefetching: prefetching)
    }
}

extension CustomerIndex: RecordFollower {
    public var followed: [EntityName: Set<String>] { CustomerChanges.followed }

    public func follow(_ records: ChangedRecords) -> () -> SavedChanges.Amendment {
        let changes = CustomerChanges(records)
        return { [memory] in
            let isWorthIt = !changes.areMany && !changes.isPartial
            let (removed, entries) = (changes.deleted, isWorthIt ? changes.entries : [])
            return { saved in
                memory.amend(saved) { text in
                    guard isWorthIt else { return false }
                    for number in removed { text.remove(number) }
                    for entry in entries { text.insert(entry) }
                    return !text.isWorn
                }
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: [.customer, .customerNumber])
    }
}

extension CustomerText.Entry {
    /// Nil for a row that has no record.
    fileprivate init?(_ row: FetchedDictionary) {
        func text(_ key: String) -> String {
            if case .string(let text) = row[key] { text } else { "" }
        }
        guard case .object(let id) = row["self"], let number = id.recordNumber else { return nil }
        self.init(
            number: number, name: text("name"), emailid: text("emailid"),
            contactno: text("contactno"))
    }
}
