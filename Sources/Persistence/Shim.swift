extension FetchPredicate {
    func resolved(for entity: EntityLayout, in model: ModelLayout) throws -> FetchPredicate { self }
    func evaluate(with object: ManagedObject) throws -> Bool { true }
}
extension Array where Element: ManagedObject {
    func sorted(using: [FetchSortDescriptor]) throws -> [Element] { self }
}
