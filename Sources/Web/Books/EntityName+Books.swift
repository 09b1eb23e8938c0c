import Domain

extension EntityName {
    /// What the pages of the books are made of: a predicate leads from each of them to all others.
    static let library: Set<EntityName> = [.book, .bookCategory, .bookChange, .page]
}
