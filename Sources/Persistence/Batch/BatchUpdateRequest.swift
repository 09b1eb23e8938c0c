/// New values for all records that a predicate selects, without making objects of them.
///
/// ```swift
/// var request = BatchUpdateRequest(entityName: "Item")
/// request.predicate = try FetchPredicate(format: "category == %@", "Tools")
/// request.propertiesToUpdate = ["price": try FetchExpression(format: "price * 1.1")]
/// ```
/// Nothing is validated but that required values stay and that numbers are such, and no hooks are called. The
/// version of each record rises.
public struct BatchUpdateRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// Whether records of subentities are changed too. Default: true.
    public var includesSubentities = true
    /// The new values of attributes and to-one relationships: constants, or expressions over the
    /// record as it was before.
    public var propertiesToUpdate: [String: FetchExpression] = [:]
    /// What is told of the changed records. Default: the status only.
    public var resultType = BatchResultType.statusOnly

    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// Makes a request for all records of an entity, which changes nothing yet.
    public init(entityName: String) {
        self.entityName = entityName
    }
}
