public import Persistence

/// Finds items by what belongs to them, in what one context reads.
///
/// What it has found for a word it knows: a page, its totals and its facets look through the records once. It lasts
/// as long as its context reads, and no longer.
public final class BelongingSearch {
    private let context: ManagedObjectContext
    private var conditions: [String: FetchPredicate?] = [:]

    /// - Parameter context: the context that reads.
    public init(_ context: ManagedObjectContext) {
        self.context = context
    }

    /// The condition that an item has records with a word; nil if none has.
    ///
    /// - Throws: errors of the store.
    func condition(_ word: String) throws -> FetchPredicate? {
        if let known = conditions[word] { return known }
        let condition = try ItemBelonging.condition(word, in: context)
        conditions[word] = .some(condition)
        return condition
    }
}
