/// Records to be added without making objects of them.
///
/// Values are those of attributes, by name; the model's defaults stand in for missing ones. To-one
/// relationships take object IDs, unless they have a place in an order at the other end. Nothing is
/// validated, and no hooks are called.
public struct BatchInsertRequest {
    /// The name of the entity.
    public var entityName: String
    /// What is told of the new records. Default: the status only.
    public var resultType = BatchResultType.statusOnly
    /// Fills the values of the next record in; returns true, without a record, when there are no more.
    let next: (inout [String: any Sendable]) throws -> Bool

    /// Records that are made one after the other, so that there need not be all of them at once.
    ///
    /// - Parameter dictionaryHandler: fills the values of the next record in; returns true when there
    ///   are no more records, and the dictionary is ignored then.
    public init(
        entityName: String,
        dictionaryHandler: @escaping (inout [String: any Sendable]) throws -> Bool
    ) {
        self.entityName = entityName
        next = dictionaryHandler
    }

    /// Records that are there already, as dictionaries.
    public init(entityName: String, objects: [[String: any Sendable]]) {
        var rest = objects[...]
        self.init(entityName: entityName) { values in
            guard let object = rest.popFirst() else { return true }
            values = object
            return false
        }
    }
}
