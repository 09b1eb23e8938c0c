/// Records to be added without making objects of them, or with one at a time that no context knows.
///
/// Values are those of attributes, by name; the model's defaults stand in for missing ones. To-one
/// relationships take object IDs, unless they have a place in an order at the other end. Nothing is
/// validated but that required values are there and that numbers are such, and no hooks are called.
public struct BatchInsertRequest {
    /// What the records are made from.
    enum Source {
        /// Fills the values of the next record in; returns true, without a record, when there are no
        /// more.
        case dictionaries((inout [String: any Sendable]) throws -> Bool)
        /// Fills the next object; returns true, without a record, when there are no more.
        case objects((ManagedObject) throws -> Bool)
    }

    /// The name of the entity.
    public var entityName: String
    /// What is told of the new records. Default: the status only.
    public var resultType = BatchResultType.statusOnly
    /// The store that the records go to, as the first of these; nil, the default, for the one that new
    /// objects of the entity go to.
    public var affectedStores: [any PersistentStore]?
    let source: Source

    /// Records that are made one after the other, so that there need not be all of them at once.
    ///
    /// - Parameter dictionaryHandler: fills the values of the next record in; returns true when there
    ///   are no more records, and the dictionary is ignored then.
    public init(
        entityName: String,
        dictionaryHandler: @escaping (inout [String: any Sendable]) throws -> Bool
    ) {
        self.entityName = entityName
        source = .dictionaries(dictionaryHandler)
    }

    /// Records that are made of objects, one after the other.
    ///
    /// The objects are of the entity's class and in no context. What counts is the attributes that
    /// differ from the model's defaults; relationships cannot be set.
    /// - Parameter managedObjectHandler: fills the next object; returns true when there are no more
    ///   records, and the object is ignored then.
    public init<Object: ManagedObject>(
        entityName: String, managedObjectHandler: @escaping (Object) throws -> Bool
    ) {
        self.entityName = entityName
        source = .objects { object in
            guard let object = object as? Object else {
                throw PersistenceError.misuse(
                    "Objects of \(entityName) are of class \(type(of: object)), not \(Object.self)")
            }
            return try managedObjectHandler(object)
        }
    }

    /// Records that are there already, as dictionaries.
    public init(entityName: String, objects: [[String: any Sendable]]) {
        var rest = objects[...]
        self.init(
            entityName: entityName,
            dictionaryHandler: { values in
                guard let object = rest.popFirst() else { return true }
                values = object
                return false
            })
    }
}
