import Domain
import Persistence

/// Searches in memory, instead of in the store's texts.
extension ListedResource {
    /// Up to so many records the store is told which ones were found, and puts them in order alone.
    private static var mostNamed: Int { 500 }

    /// The records that have the words of a view and fit its filters, in its order; nil if it has no
    /// words, or if the store has to look for them.
    ///
    /// - Throws: errors of the predicate and of the store.
    func foundIDs(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        let words = searchedWords(of: list.query)
        guard !words.isEmpty, let found = try numbers(with: words, in: context) else { return nil }
        let others = list.withoutSearch
        if let order = try order(of: others, in: context) {
            return order.filter { found.contains($0.recordNumber ?? 0) }
        }
        var request = try request(others)
        guard found.count <= Self.mostNamed else {
            return try context.fetchObjectIDs(request).filter {
                found.contains($0.recordNumber ?? 0)
            }
        }
        let isFound = try Self.predicate(.evaluatedObject, found, of: entityName, in: context)
        request.predicate = request.predicate.map { .and([$0, isFound]) } ?? isFound
        return try context.fetchObjectIDs(request)
    }

    /// The record numbers of those that have every word, whatever the view.
    private func numbers(
        with words: [String], in context: ManagedObjectContext
    ) throws -> Set<Int64>? {
        var all: Set<Int64>?
        for word in words {
            guard let numbers = try numbers(with: word, in: context) else { return nil }
            all = all?.intersection(numbers) ?? numbers
        }
        return all
    }

    private func numbers(
        with word: String, in context: ManagedObjectContext
    ) throws -> Set<Int64>? {
        let search = site.household.search
        guard
            let own = search.numbers(of: EntityName(entityName), with: [word], in: context)
        else { return nil }
        guard let (key, entity) = searchedReference else { return Set(own) }
        guard let owners = search.numbers(of: entity, with: [word], in: context) else { return nil }
        guard !owners.isEmpty else { return Set(own) }
        var members = FetchRequest<Record>()
        members.predicate = try Self.predicate(
            .keyPath([key]), owners, of: entity.rawValue, in: context)
        return try context.fetchObjectIDs(members).reduce(into: Set(own)) {
            if let number = $1.recordNumber { $0.insert(number) }
        }
    }

    /// Whether something is one of some records.
    private static func predicate(
        _ expression: FetchExpression, _ numbers: some Sequence<Int64>, of entity: String,
        in context: ManagedObjectContext
    ) throws -> FetchPredicate {
        expression.isIn(
            try numbers.map {
                try context.coordinator.objectID(entityName: entity, recordNumber: $0)
            })
    }
}
