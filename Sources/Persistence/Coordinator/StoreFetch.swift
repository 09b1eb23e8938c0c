import Foundation

/// What a store is asked for: a fetch request whose names are resolved.
public struct StoreFetch {
    /// The entity of the records.
    public var entity: EntityLayout
    /// Whether records of subentities count. Default: true.
    public var includesSubentities = true
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// The order of the records; records that are equal in it come by key.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of records; 0 for no limit.
    public var limit = 0
    /// The number of records to pass over.
    public var offset = 0
    /// Whether rows without an entity number are left out also where the table holds one entity, and
    /// Core Data takes them for records. It costs counting its speed. Default: false.
    var requiresEntityNumber = false
    /// Whether values are read, or keys and versions only.
    public var includesValues = true
    /// The stores that a context asks; nil for all.
    var affectedStores: [any PersistentStore]?
    /// Who is told how far the fetch has come; nil for nobody.
    package var reporter: FetchReporter?

    /// Makes a fetch of all records of an entity and of its subentities.
    public init(entity: EntityLayout) {
        self.entity = entity
    }
}

extension StoreFetch {
    /// Sets predicate and order, checked against the model: a store has no transient properties.
    ///
    /// - Throws: `FetchPredicateError`.
    mutating func select(
        _ predicate: FetchPredicate?, by descriptors: [FetchSortDescriptor],
        in layout: ModelLayout
    ) throws {
        var typer = PredicateTyper(model: layout, entity: entity)
        typer.isForStore = true
        self.predicate = try predicate?.resolved(typer)
        let resolver = PredicateResolver(typer: typer, now: .now)
        for descriptor in descriptors { _ = try resolver.resolve(descriptor.expression) }
        sortDescriptors = descriptors
    }
}

/// The columns of a fetch that returns dictionaries.
public struct StoreColumns {
    /// What stands in each column.
    public var expressions: [FetchExpression]
    /// What rows are grouped by; empty for no grouping.
    public var groupBy: [FetchExpression] = []
    /// Which groups; may use aggregate functions.
    public var having: FetchPredicate?
    /// Whether equal rows come once.
    public var distinct = false

    /// Makes columns without groups.
    public init(expressions: [FetchExpression]) {
        self.expressions = expressions
    }
}
