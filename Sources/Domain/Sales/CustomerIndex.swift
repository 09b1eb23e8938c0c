public import Persistence
import Synchronization

/// Finds customers.
///
/// What can be searched of them is kept in memory in one piece, and saves keep it current; the store
/// stays the truth.
public final class CustomerIndex: Sendable {
    private struct State {
        var text: CustomerText
        /// The save up to which the text is current.
        var changeCount: Int
    }

    private let state = Mutex<State?>(nil)
    /// The record numbers of customers by a query's conditions and order, without its words.
    private let lists = ChangeCache<CustomerQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }
    /// The record numbers of those who bought what a word names.
    private let buyers = ChangeCache<String, [Int64]>(limit: 1_000_000) { $0.count + 1 }
    /// What was found.
    private let results = ChangeCache<CustomerQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }

    private let figures: SalesFigures

    init(_ figures: SalesFigures) {
        self.figures = figures
    }

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
    /// - Throws: errors of the predicate and of the store.
    public func page(
        of query: CustomerQuery, offset: Int = 0, limit: Int? = nil,
        in context: ManagedObjectContext
    ) throws -> Page {
        let numbers = try numbers(of: query, in: context)
        let rest = numbers.dropFirst(max(offset, 0))
        let shown = limit.map { rest.prefix(max($0, 0)) } ?? rest
        return Page(records: try Self.customers(shown, in: context), total: numbers.count)
    }

    /// The record numbers of the customers of a query, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func numbers(
        of query: CustomerQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        try results.value(for: query, at: context.changeCount) {
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
        request.predicate = .and([
            .comparison(
                FetchComparison(
                    .evaluatedObject, .in,
                    .aggregate(try found.map { .constant(.object(try Self.id($0, context))) }))),
            .comparison(
                FetchComparison(
                    .keyPath(["name"]), .contains, .constant(.string(word)),
                    options: [.caseInsensitive, .diacriticInsensitive])),
        ])
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

    /// Takes over what a save changed.
    func amend(_ changes: CustomerChanges, from before: Int, to after: Int) {
        state.withLock { state in
            guard let known = state, known.changeCount < after else { return }
            // Anything else that was saved meanwhile makes the memory worthless, not wrong.
            guard known.changeCount == before, after - before <= 1, !changes.areMany else {
                state = nil
                return
            }
            for number in changes.removed { state?.text.remove(number) }
            for customer in changes.added { state?.text.insert(CustomerText.Entry(customer)) }
            state?.changeCount = after
            if state?.text.isWorn == true { state = nil }
        }
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
        guard let number = query.nationalNumber else { return found }
        return try text(for: context).numbers(with: [number], others: [found])
    }

    /// Those whom the conditions select, in the order of the query, whatever its words.
    private func list(
        _ query: CustomerQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        var query = query
        query.search = ""
        return try lists.value(for: query, at: context.changeCount) {
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
        return try buyers.value(for: word, at: context.changeCount) {
            var products = ProductQuery()
            products.search = word
            let ids = try context.fetchObjectIDs(products.fetchRequest)
            guard !ids.isEmpty else { return [] }
            return Array(
                try self.figures.buyers(of: Set(ids.compactMap(\.recordNumber)), in: context))
        }
    }

    // MARK: - Memory

    private func text(for context: ManagedObjectContext) throws -> CustomerText {
        let changeCount = context.changeCount
        // Texts that are newer than what the context reads are as good.
        let known = state.withLock { state in
            state.flatMap { $0.changeCount >= changeCount ? $0.text : nil }
        }
        if let known { return known }
        let text = try Self.read(from: context)
        state.withLock { state in
            guard state.map({ $0.changeCount < changeCount }) ?? true else { return }
            state = State(text: text, changeCount: changeCount)
        }
        return text
    }

    private static func read(from context: ManagedObjectContext) throws -> CustomerText {
        var request = DictionaryFetchRequest(entityName: "Customer")
        request.columns = [
            ("self", .evaluatedObject), ("name", .keyPath(["name"])),
            ("emailid", .keyPath(["emailid"])), ("contactno", .keyPath(["contactno"])),
        ]
        return CustomerText(
            try context.fetchDictionaries(request).compactMap(CustomerText.Entry.init))
    }

    /// The customers with record numbers, in their order; those that are not there any more are
    /// passed over.
    private static func customers(
        _ numbers: ArraySlice<Int64>, in context: ManagedObjectContext
    ) throws -> [Customer] {
        guard !numbers.isEmpty else { return [] }
        let ids = try numbers.map { try id($0, context) }
        var request = FetchRequest<Customer>()
        request.predicate = .comparison(
            FetchComparison(
                .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
        let found = Dictionary(
            try context.fetch(request).map { ($0.objectID.recordNumber ?? 0, $0) },
            uniquingKeysWith: { first, _ in first })
        return numbers.compactMap { found[$0] }
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
