import Foundation

/// A fetch request with resolved names, for stores.
public struct StoreFetch {
    /// The entity of the records.
    public var entity: EntityLayout
    /// Whether records of subentities are included. Default: true.
    public var includesSubentities = true
    /// The resolved predicate (``FetchPredicate/resolved(for:in:)``); nil for all records.
    public var predicate: FetchPredicate?
    /// The order; equal records are sorted by key.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The greatest number of records; 0 for no limit.
    public var limit = 0
    /// The number of records to skip.
    public var offset = 0
    /// Whether to exclude rows without an entity number even if the table has only one entity,
    /// where Core Data includes them. It makes counting slow. Default: false.
    package var requiresEntityNumber = false
    /// Whether values are read, or only keys and versions.
    public var includesValues = true
    /// The stores to fetch from; nil for all.
    var affectedStores: [any PersistentStore]?
    /// Reports the progress of the fetch; nil for none.
    package var reporter: FetchReporter?

    /// Makes a fetch of all records of an entity and its subentities.
    public init(entity: EntityLayout) {
        self.entity = entity
    }
}

extension StoreFetch {
    /// Sets predicate and order, checked against the model without its transient properties.
    ///
    /// - Throws: `FetchPredicateError`.
    mutating func select(
        _ predicate: FetchPredicate?, by descriptors: [FetchSortDescriptor],
        in layout: ModelLayout
    ) throws {
        let resolver = PredicateResolver(ofStoreWith: layout, entity)
        self.predicate = try predicate?.resolved(resolver)
        for descriptor in descriptors { _ = try resolver.resolve(descriptor.expression) }
        sortDescriptors = descriptors
    }
}

/// The columns of a fetch that returns dictionaries.
public struct StoreColumns: Sendable, Hashable {
    /// The resolved expression of each column.
    public var expressions: [FetchExpression]
    /// The expressions to group by; empty for no grouping.
    public var groupBy: [FetchExpression] = []
    /// The condition for groups; may use aggregate functions.
    public var having: FetchPredicate?
    /// Whether duplicate rows are removed.
    public var distinct = false

    /// Makes columns without groups.
    public init(expressions: [FetchExpression]) {
        self.expressions = expressions
    }
}

extension StoreFetch {
    /// Applies the fetch to records, with its order, limit and offset.
    ///
    /// A store without its own search answers with it:
    ///
    /// ```swift
    /// func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
    ///     for row in try request.rows(among: allRows(), in: self, storeEntities) { try visit(row) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - candidates: all records, or those that may match.
    ///   - session: reads records that a predicate reaches through relationships.
    ///   - storeEntities: those of the store.
    /// - Throws: errors of the session, and of a predicate that cannot be evaluated.
    public func rows(
        among candidates: [any StoreRow], in session: any StoreSession,
        _ storeEntities: StoreEntities
    ) throws -> [any StoreRow] {
        window(try selected(among: candidates, session, storeEntities).map(\.row))
    }

    /// Evaluates columns for the records that the fetch selects.
    ///
    /// - Parameters:
    ///   - columns: the columns of each row.
    ///   - layout: the store's model.
    public func dictionaries(
        _ columns: StoreColumns, among candidates: [any StoreRow], in session: any StoreSession,
        _ storeEntities: StoreEntities, _ layout: ModelLayout
    ) throws -> [RowSnapshot] {
        let records = try selected(among: candidates, session, storeEntities)
        return window(try columns.dictionaries(of: records, entity, in: layout))
            .map { RowSnapshot($0) }
    }

    private func selected(
        among candidates: [any StoreRow], _ session: any StoreSession,
        _ storeEntities: StoreEntities
    ) throws -> [StoreRowSubject<any StoreRow>] {
        let records = try candidates.map { row in
            StoreRowSubject(
                row,
                StoreRecordSubject(
                    in: session, storeEntities: storeEntities, entityNumber: row.entityNumber,
                    key: row.key,
                    row: try row.snapshot()))
        }
        let wanted = try records.filter { record in
            let found = storeEntities.all[record.row.entityNumber - 1].layout
            let isOfEntity =
                includesSubentities ? found.isKind(of: entity) : found.number == entity.number
            return try isOfEntity && predicate?.evaluate(with: record) ?? true
        }.sorted { $0.row.key < $1.row.key }
        return sortDescriptors.isEmpty ? wanted : try wanted.sorted(using: sortDescriptors)
    }
}

/// A store's record in the evaluation of a predicate.
package struct StoreRowSubject<Row>: PredicateSubject {
    package let row: Row
    private let subject: StoreRecordSubject

    package init(_ row: Row, _ subject: StoreRecordSubject) {
        self.row = row
        self.subject = subject
    }

    package var predicateObjectID: ManagedObjectID? { subject.predicateObjectID }

    package func predicateValue(forKey key: String) throws -> PredicateValue {
        try subject.predicateValue(forKey: key)
    }

    package func predicateKeyCount(at keys: ArraySlice<String>) -> Int {
        subject.predicateKeyCount(at: keys)
    }
}

extension StoreFetch {
    /// The same fetch for all records of the predicate.
    package var allInAnyOrder: StoreFetch {
        var all = self
        all.sortDescriptors = []
        all.limit = 0
        all.offset = 0
        all.reporter = nil
        return all
    }
}

extension Sequence<ManagedObjectID> {
    /// The fetches of the records with the IDs: for each root entity of a store, one for as many
    /// IDs as a statement takes.
    func fetches(in layout: ModelLayout) -> [(ids: ArraySlice<ManagedObjectID>, StoreFetch)] {
        Dictionary(grouping: self) { $0.storeEntity.rootIndex }.values.flatMap { group in
            group.statementChunks.map { ids in
                var fetch = StoreFetch(
                    entity: layout.entity(group[0].storeEntity.layout.rootNumber))
                fetch.predicate = .isOne(of: ids)
                return (ids, fetch)
            }
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// IDs or keys in batches for one statement each.
    var statementChunks: [SubSequence] { chunks(of: 500) }

    package func chunks(of size: Int) -> [SubSequence] {
        stride(from: startIndex, to: endIndex, by: size).map {
            self[$0..<Swift.min($0 + size, endIndex)]
        }
    }
}
