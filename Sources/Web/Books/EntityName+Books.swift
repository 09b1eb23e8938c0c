import Domain

extension EntityName {
    /// The entities that the pages of books depend on: a predicate can lead from each of them to
    /// all others.
    static let library: Set<EntityName> = [.book, .bookCategory, .bookChange, .page]
}
