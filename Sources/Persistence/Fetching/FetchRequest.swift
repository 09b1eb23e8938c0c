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
    /// The name of the entity; nil for the entity that the class of the result was generated for.
    public var entityName: String?
    /// Which records; nil for all.
    public var predicate: FetchPredicate?
    /// The order of the records; equal ones come in the order in which they were inserted.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of records; 0, the default, for no limit.
    public var fetchLimit = 0
    /// The number of records to pass over. Default: 0.
    public var fetchOffset = 0
    /// The number of records whose values are read at once; 0, the default, for all. A context
    /// with unsaved changes of the entity reads all at once: it has to compare them.
    public var fetchBatchSize = 0
    /// Whether records of subentities count. Default: true.
    public var includesSubentities = true
    /// Whether changes that the context has not saved count. Default: true.
    public var includesPendingChanges = true
    /// Whether values are read along with the records. Default: true.
    public var includesPropertyValues = true
    /// Whether `awakeFromFetch` waits until a value is asked for. Default: true.
    public var returnsObjectsAsFaults = true
    /// Key paths of relationships whose destinations are fetched along, one query each.
    public var relationshipKeyPathsForPrefetching: [String] = []
    /// Whether objects that are in the context already take over what the store says, unless they
    /// have changes. Default: false.
    public var shouldRefreshRefetchedObjects = false

    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?

    /// The parts that name properties by key path, until a fetch asks the model for their names.
    private var keyPathParts = KeyPathParts<Result>()

    /// A request for all records of an entity.
    ///
    /// - Parameter entityName: the entity; by default the one that the class was generated for.
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

    /// A request for the records that a `#Predicate` selects.
    ///
    /// - Parameters:
    ///   - sortDescriptors: the order; key paths may lead through relationships to one, and end in
    ///     `localizedStandard` for texts in the order that a person expects.
    ///   - limit: the greatest number of records; 0, the default, for no limit.
    ///   - offset: the number of records to pass over.
    ///   - relationships: the relationships whose destinations are fetched along.
    public init(
        _ predicate: Foundation.Predicate<Result>,
        sortBy sortDescriptors: [SortDescriptor<Result>] = [],
        limit: Int = 0, offset: Int = 0,
        prefetching relationships: [any PartialKeyPath<Result> & Sendable] = []
    ) {
        self.init(sortBy: sortDescriptors, limit: limit, offset: offset, prefetching: relationships)
        keyPathParts.predicate = predicate
    }

    /// A request for the records that a condition selects: `FetchRequest<Book>(.key("pageCount") > 100)`.
    ///
    /// - Parameter entityName: the entity; by default the one that the class was generated for.
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

    /// A request for the records that a predicate in the format language selects.
    ///
    /// - Throws: `PredicateSyntaxError` with the place of the fault.
    public init(
        format: String, _ arguments: (any PredicateArgument)?...,
        sortBy sortDescriptors: [SortDescriptor<Result>] = [], limit: Int = 0, offset: Int = 0,
        prefetching relationships: [any PartialKeyPath<Result> & Sendable] = []
    ) throws(PredicateSyntaxError) {
        self.init(
            try FetchPredicate(format: format, arguments: arguments), sortBy: sortDescriptors,
            limit: limit, offset: offset, prefetching: relationships)
    }

    /// The request with the model's names in the place of key paths. An order that was set beside them stands
    /// before theirs.
    ///
    /// - Throws: `FetchPredicateError` for a part that a fetch cannot express.
    func resolved(in layout: ModelLayout) throws(FetchPredicateError) -> FetchRequest {
        guard !keyPathParts.isEmpty else { return self }
        var request = self
        request.keyPathParts = KeyPathParts()
        if let macro = keyPathParts.predicate {
            let condition = try FetchPredicate(macro, in: layout)
            request.predicate = predicate.map { $0 && condition } ?? condition
        }
        for descriptor in keyPathParts.sortDescriptors {
            request.sortDescriptors.append(try FetchSortDescriptor(descriptor, in: layout))
        }
        for keyPath in keyPathParts.relationships {
            guard let name = layout.key(of: keyPath, in: Result.self) else {
                throw FetchPredicateError(
                    "There is no relationship of \(Result.self) to prefetch behind \(keyPath).")
            }
            request.relationshipKeyPathsForPrefetching.append(name)
        }
        return request
    }
}

/// The parts of a request that name properties by key path.
private struct KeyPathParts<Object: ManagedObject>: Sendable {
    var predicate: Foundation.Predicate<Object>?
    var sortDescriptors: [SortDescriptor<Object>] = []
    var relationships: [any PartialKeyPath<Object> & Sendable] = []

    var isEmpty: Bool { predicate == nil && sortDescriptors.isEmpty && relationships.isEmpty }
}

/// One key of the order of a fetch.
public struct FetchSortDescriptor: Sendable, Hashable {
    /// How values are compared.
    public enum Comparison: Sendable, Hashable {
        /// Numbers and dates by size, strings by Unicode code point. The default.
        case plain
        /// Strings without regard to case.
        case caseInsensitive
        /// Strings without regard to case and accents, numbers in them by size ("Box 2" before
        /// "Box 10"), as a person expects it.
        case localizedStandard
        /// Records by how well they fit a search: ``FetchSortDescriptor/relevance(to:)``.
        case relevance(to: String)
    }

    /// The key path of the attribute, `assetType.label` for example.
    public var keyPath: String
    /// Whether small values come first. Default: true. Records without a value come first when
    /// ascending.
    public var ascending: Bool
    /// How values are compared.
    public var comparison: Comparison

    /// Sorts by a key path, upwards and plainly unless told otherwise.
    public init(_ keyPath: String, ascending: Bool = true, comparison: Comparison = .plain) {
        self.keyPath = keyPath
        self.ascending = ascending
        self.comparison = comparison
    }
}

// In an extension of a protocol, because a class cannot name itself in a generic type.
extension PredicateSubject where Self: ManagedObject {
    /// A request for all records of the class's entity: `Item.fetchRequest()`.
    public static func fetchRequest() -> FetchRequest<Self> { FetchRequest() }
}
