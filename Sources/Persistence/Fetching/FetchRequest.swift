public import Foundation

/// A description of the records to fetch.
///
/// ```swift
/// let books = try context.fetch(
///     FetchRequest<Book>(
///         #Predicate { $0.pageCount > 100 && $0.author?.name == "Ada" },
///         sortBy: [SortDescriptor(\.title)], limit: 20))
/// ```
/// The condition is a `#Predicate`, an expression (`.key("pageCount") > 100`) or a format string. Names that
/// the model lacks are errors of the fetch.
public struct FetchRequest<Result: ManagedObject>: Sendable {
    /// The name of the entity; nil for that of the result's class.
    public var entityName: String?
    /// The predicate; nil for all records.
    public var predicate: FetchPredicate?
    /// The order; equal records come in the order of their insertion.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of records. Default: 0, for no limit.
    public var fetchLimit = 0
    /// The number of records to skip. Default: 0.
    public var fetchOffset = 0
    /// The number of records whose values are read at once. Default: 0, for all. A context with
    /// unsaved changes of the entity reads all, because it has to compare them.
    public var fetchBatchSize = 0
    /// Whether to include records of subentities. Default: true.
    public var includesSubentities = true
    /// Whether to include unsaved changes of the context. Default: true.
    public var includesPendingChanges = true
    /// Whether to read values with the records. Default: true.
    public var includesPropertyValues = true
    /// Whether `awakeFromFetch` waits until a value is read. Default: true.
    public var returnsObjectsAsFaults = true
    /// The key paths of relationships to prefetch, one query each.
    public var relationshipKeyPathsForPrefetching: [String] = []
    /// Whether unchanged objects that are already in the context take the stored values. Default:
    /// false.
    public var shouldRefreshRefetchedObjects = false

    /// The stores to fetch from. Default: nil, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// The parts with Swift key paths, which are resolved when a fetch knows the model.
    private(set) var keyPathParts = KeyPathParts<Result>()

    /// A request for all records of an entity.
    ///
    /// - Parameter entityName: the entity. Default: that of the class.
    public init(
        entityName: String? = nil, sortBy sortDescriptors: [SortDescriptor<Result>] = [],
        limit: Int = 0, offset: Int = 0,
        prefetching relationships: [any PartialKeyPath<Result> & Sendable] = []
    ) {
        self.entityName = entityName
        fetchLimit = limit
        fetchOffset = offset
        keyPathParts.sortDescriptors = sortDescriptors
        keyPathParts.relationships = relationships
    }

    /// A request with a `#Predicate`.
    ///
    /// - Parameters:
    ///   - sortDescriptors: the order; key paths may pass to-one relationships, and end in
    ///     `localizedStandard` for the natural order of texts.
    ///   - limit: the greatest number of records. Default: 0, for no limit.
    ///   - offset: the number of records to skip.
    ///   - relationships: the relationships to prefetch.
    public init(
        _ predicate: Foundation.Predicate<Result>,
        sortBy sortDescriptors: [SortDescriptor<Result>] = [],
        limit: Int = 0, offset: Int = 0,
        prefetching relationships: [any PartialKeyPath<Result> & Sendable] = []
    ) {
        self.init(sortBy: sortDescriptors, limit: limit, offset: offset, prefetching: relationships)
        keyPathParts.predicate = predicate
    }

    /// A request with an expression: `FetchRequest<Book>(.key("pageCount") > 100)`.
    ///
    /// - Parameter entityName: the entity. Default: that of the class.
    public init(
        entityName: String? = nil, _ predicate: FetchPredicate,
        sortBy sortDescriptors: [SortDescriptor<Result>] = [], limit: Int = 0, offset: Int = 0,
        prefetching relationships: [any PartialKeyPath<Result> & Sendable] = []
    ) {
        self.init(
            entityName: entityName, sortBy: sortDescriptors, limit: limit, offset: offset,
            prefetching: relationships)
        self.predicate = predicate
    }

    /// A request with a predicate in the format language.
    ///
    /// ```swift
    /// let request = try FetchRequest<Recipe>(format: "title CONTAINS[cd] %@ AND minutes < %@", "pea", 30)
    /// ```
    /// - Throws: `PredicateSyntaxError` with the position of the fault.
    public init(
        format: String, _ arguments: (any PredicateArgument)?...,
        sortBy sortDescriptors: [SortDescriptor<Result>] = [], limit: Int = 0, offset: Int = 0,
        prefetching relationships: [any PartialKeyPath<Result> & Sendable] = []
    ) throws(PredicateSyntaxError) {
        self.init(
            try FetchPredicate(format: format, arguments: arguments), sortBy: sortDescriptors,
            limit: limit, offset: offset, prefetching: relationships)
    }

    /// The request with Swift key paths resolved. Explicit sort descriptors come before those with
    /// key paths.
    ///
    /// - Throws: `FetchPredicateError` for a part that a fetch cannot express.
    func resolved(in layout: ModelLayout) throws(FetchPredicateError) -> FetchRequest {
        guard !keyPathParts.isEmpty else { return self }
        var request = self
        request.keyPathParts = KeyPathParts()
        try keyPathParts.add(to: &request.predicate, &request.sortDescriptors, in: layout)
        for keyPath in keyPathParts.relationships {
            guard let name = layout.key(of: keyPath, in: Result.self) else {
                throw FetchPredicateError(
                    "There is no relationship to prefetch behind the key path "
                        + "\(layout.spelling(of: keyPath)).")
            }
            request.relationshipKeyPathsForPrefetching.append(name)
        }
        return request
    }
}

/// The parts of a request with Swift key paths.
struct KeyPathParts<Object: ManagedObject>: Sendable {
    var predicate: Foundation.Predicate<Object>?
    var sortDescriptors: [SortDescriptor<Object>] = []
    var relationships: [any PartialKeyPath<Object> & Sendable] = []

    var isEmpty: Bool { predicate == nil && sortDescriptors.isEmpty && relationships.isEmpty }

    /// Adds the condition and the order to those of a request.
    func add(
        to condition: inout FetchPredicate?, _ order: inout [FetchSortDescriptor],
        in layout: ModelLayout
    ) throws(FetchPredicateError) {
        if let predicate {
            let added = try FetchPredicate(predicate, in: layout)
            condition = condition.map { $0 && added } ?? added
        }
        for descriptor in sortDescriptors {
            order.append(try FetchSortDescriptor(descriptor, in: layout))
        }
    }
}

/// The parts of a fetch with Swift key paths, for a request that does not know the class.
struct AnyKeyPathParts: Sendable {
    private let objectClass: ManagedObject.Type
    private let addition:
        @Sendable (inout FetchPredicate?, inout [FetchSortDescriptor], ModelLayout) throws -> Void

    init<Object>(of request: FetchRequest<Object>) {
        let parts = request.keyPathParts
        objectClass = Object.self
        addition = { try parts.add(to: &$0, &$1, in: $2) }
    }

    /// The name of a class, which usually is that of its entity.
    var className: String { "\(objectClass)" }

    /// Adds the condition and the order to those of a request, and replaces the name of the class
    /// by that of its entity.
    ///
    /// - Throws: `FetchPredicateError` for a part that a fetch cannot express.
    func add(
        to condition: inout FetchPredicate?, _ order: inout [FetchSortDescriptor],
        _ entityName: inout String, in layout: ModelLayout
    ) throws {
        try addition(&condition, &order, layout)
        if entityName == className {
            entityName = layout.entity(of: objectClass)?.name ?? entityName
        }
    }
}

/// One key of a fetch's order.
///
/// ```swift
/// request.sortDescriptors = [
///     FetchSortDescriptor("cook.name", comparison: .localizedStandard),
///     FetchSortDescriptor("dateAdded", ascending: false),
/// ]
/// ```
public struct FetchSortDescriptor: Sendable, Hashable {
    /// The comparison of values.
    public enum Comparison: Sendable, Hashable {
        /// Numbers and dates by size, strings by Unicode code point. The default.
        case plain
        /// Strings, ignoring case.
        case caseInsensitive
        /// Strings in natural order, ignoring case and accents, with numbers by size ("Box 2"
        /// before "Box 10").
        case localizedStandard
        /// Records by relevance to a search: ``FetchSortDescriptor/relevance(to:)``.
        case relevance(to: String)
    }

    /// The key path of the attribute, such as `assetType.label`.
    public var keyPath: String
    /// Whether the order is ascending, with null first. Default: true.
    public var ascending: Bool
    /// The comparison of values.
    public var comparison: Comparison

    /// Sorts by a key path. Default: ascending and plain.
    public init(_ keyPath: String, ascending: Bool = true, comparison: Comparison = .plain) {
        self.keyPath = keyPath
        self.ascending = ascending
        self.comparison = comparison
    }
}

// An extension of a protocol, because a class cannot name itself in a generic type.
extension PredicateSubject where Self: ManagedObject {
    /// A request for all records of the class's entity: `Item.fetchRequest()`.
    ///
    /// ```swift
    /// var request = Recipe.fetchRequest()
    /// request.fetchLimit = 20
    /// ```
    public static func fetchRequest() -> FetchRequest<Self> { FetchRequest() }
}
