// In an extension of a protocol, because a class cannot name itself in a generic type.
extension PredicateSubject where Self: ManagedObject {
    /// A request for all records of the class's entity: `Item.fetchRequest()`.
    public static func fetchRequest() -> FetchRequest<Self> { FetchRequest() }
}
