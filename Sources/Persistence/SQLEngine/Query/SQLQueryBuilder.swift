import Foundation
import ObjectModel

/// Compiles fetches to SQL. Every value is a parameter; the records are those of table `t0`.
package struct SQLQueryBuilder {
    /// SQLite's parser is sure to read predicates of this depth; each level is in parentheses.
    private static let maximumDepth = 30
    /// The greatest number of wanted records for which the order is walked record by record.
    private static let maximumWalk = 1_000
    /// From this offset on, the skipped rows are worth a query that reads only their sort keys.
    private static let farOffset = 1_000

    let schema: SQLSchema
    /// The store's UUID; objects of other stores equal no record. Nil if it does not matter.
    var storeIdentifier: String?
    var rTreeIndexes: [RTreeIndex]
    /// Looks up the store's full-text indexes; only searches call it.
    package var textIndexes: () throws -> PresentTextIndexes = { PresentTextIndexes() }

    /// The state of a table's sort keys; nil where the store keeps none.
    package var sortKeys: (_ table: String) throws -> SortKeyState? = { _ in nil }

    var groupSums: () throws -> [SQLGroupSums] = { [] }
    /// Whether the sums are up to date.
    var areKnown: (SQLGroupSums) throws -> Bool = { _ in false }
    /// The SQL of earlier fetches; nil, the default, to write it each time.
    package var cache: CompiledQueryCache?

    init(schema: SQLSchema, storeIdentifier: String? = nil, rTreeIndexes: [RTreeIndex] = []) {
        self.schema = schema
        self.storeIdentifier = storeIdentifier
        self.rTreeIndexes = rTreeIndexes
    }

    /// - Parameter storeIdentifier: the store's UUID; objects of other stores equal no record.
    package init(schema: SQLSchema, storeIdentifier: String) {
        self.init(schema: schema, storeIdentifier: storeIdentifier, rTreeIndexes: [])
    }

    var dialect: SQLDialect { schema.dialect }

    /// The statement that fetches records with the columns of a selection.
    ///
    /// - Throws: `FetchPredicateError` for a fault in the predicate or the order.
    package func select(_ selection: RecordSelection, _ fetch: StoreFetch) throws -> SQLFetchPlan {
        let columns = fetch.includesValues ? selection.columns : selection.keyColumns
        guard dialect.supportsRowCallbacks, selectsTable(fetch),
            selection.columnCount <= RowCallback.maximumColumnCount
        else {
            return try select(columns, fetch)
        }
        // Without an index, rows come in the order of their keys.
        let sql: SQLFragment = """
            SELECT \(raw: RowCallback.function)(\(raw: columns)) \
            FROM \(raw: compiler(fetch).root.scope.from) NOT INDEXED
            """
        return SQLFetchPlan(query: sql.query, isVisited: true)
    }

    /// Whether all rows of a table are wanted in its order.
    private func selectsTable(_ fetch: StoreFetch) -> Bool {
        fetch.selectsAll && fetch.sortDescriptors.isEmpty && entityCondition(fetch) == nil
    }

    /// The statement that fetches records.
    ///
    /// - Parameter columns: the selected columns of `t0`.
    /// - Throws: `FetchPredicateError` for a fault in the predicate or the order.
    package func select(_ columns: String, _ fetch: StoreFetch) throws -> SQLFetchPlan {
        try cached(.records(columns), fetch) { try compiled(columns, $0) }
            ?? compiled(columns, fetch)
    }

    private func compiled(_ columns: String, _ fetch: StoreFetch) throws -> SQLFetchPlan {
        let best = try mostRelevant(fetch)
        let fetch = best?.fetch ?? fetch
        let compiler = best?.compiler ?? self.compiler(fetch)
        let filter = try best?.filter ?? self.filter(fetch, compiler)
        let order = try order(fetch, compiler, endsWithKey: true)
        var rest: SQLFragment = "\(raw: compiler.root.scope.from)\(filter.clause)\(order)"
        if filter.residual == nil {
            rest.append(window(fetch))
            // Of the skipped records, only the sort keys are read.
            if fetch.offset >= Self.farOffset {
                rest = """
                    \(raw: compiler.root.scope.from) \
                    WHERE t0.Z_PK IN (SELECT t0.Z_PK FROM \(rest))\(order)
                    """
            }
        }
        let sql: SQLFragment = "SELECT \(raw: columns) FROM \(rest)"
        return SQLFetchPlan(
            query: sql.query, residual: filter.residual, residualReason: filter.reason)
    }

    /// The statement that counts records within limit and offset; nil if SQL cannot express the
    /// whole predicate, so that the rows of `select` must be counted.
    package func count(_ fetch: StoreFetch) throws -> SQLQuery? {
        try (cached(.count, fetch, compiledCount) ?? compiledCount(fetch))?.query
    }

    private func compiledCount(_ fetch: StoreFetch) throws -> SQLFetchPlan? {
        let compiler = compiler(fetch)
        let filter = try filter(fetch, compiler)
        guard filter.residual == nil else { return nil }
        let from = SQLFragment(stringLiteral: compiler.root.scope.from)
        if fetch.limit <= 0, fetch.offset <= 0 {
            let sql: SQLFragment = "SELECT COUNT(*) FROM \(from)\(filter.clause)"
            return SQLFetchPlan(query: sql.query)
        }
        let inner: SQLFragment = "SELECT 1 FROM \(from)\(filter.clause)\(window(fetch))"
        let sql: SQLFragment = "SELECT COUNT(*) FROM (\(inner)) AS counted"
        return SQLFetchPlan(query: sql.query)
    }

    /// The statement for rows of expressions; nil if SQL cannot express the whole predicate, so
    /// that the records of `select` must be named.
    ///
    /// - Throws: `PersistenceError.unsupportedPredicate` if SQL cannot express a column or a group.
    package func dictionaries(
        _ fetch: StoreFetch, _ columns: StoreColumns
    ) throws -> SQLFetchPlan? {
        do {
            return try storedSums(fetch, columns)
                ?? cached(.dictionaries(columns), fetch) { try compiled(columns, $0) }
                ?? compiled(columns, fetch)
        } catch let error as SQLTranslationError {
            throw PersistenceError.unsupportedPredicate(
                "The store alone makes the columns of dictionaries, and \(error.reason).")
        }
    }

    private func compiled(
        _ columns: StoreColumns, _ fetch: StoreFetch
    ) throws -> SQLFetchPlan? {
        let compiler = compiler(fetch)
        var rows = compiler
        rows.aggregatesRows = true
        let values = try columns.expressions.map(rows.scalar)
        let groups = try columns.groupBy.map(compiler.scalar)
        let filter = try filter(fetch, compiler)
        guard filter.residual == nil else { return nil }
        let having = try columns.having.map { try rows.condition($0) }
        let isPlain =
            groups.isEmpty && !columns.distinct
            && !columns.expressions.contains(where: \.isAggregateCall)
        let order = try order(fetch, groups.isEmpty ? compiler : rows, endsWithKey: isPlain)
        let list = SQLFragment.joined(values.map(\.fragment), ", ")
        var sql: SQLFragment = "SELECT \(raw: columns.distinct ? "DISTINCT " : "")\(list)"
        sql.append(" FROM \(raw: compiler.root.scope.from)\(filter.clause)")
        if !groups.isEmpty {
            sql.append(" GROUP BY \(SQLFragment.joined(groups.map(\.fragment), ", "))")
        }
        if let having { sql.append(" HAVING \(having)") }
        sql.append(order)
        sql.append(window(fetch))
        return SQLFetchPlan(query: sql.query, types: values.map(\.type))
    }

    // MARK: Clauses

    func compiler(_ fetch: StoreFetch) -> SQLCompiler {
        var compiler = SQLCompiler(
            schema: schema, entity: fetch.entity, storeIdentifier: storeIdentifier)
        compiler.textIndexes = textIndexes
        return compiler
    }

    struct Filter {
        var clause: SQLFragment
        var residual: FetchPredicate?
        var reason: String?
    }

    /// The WHERE clause, and the part of the predicate that SQL cannot express.
    func filter(_ fetch: StoreFetch, _ compiler: SQLCompiler) throws -> Filter {
        let all = parts(of: fetch)
        var compiler = compiler
        let treeConditions = try rTreeConditions(.and(all), fetch.entity, compiler)
        compiler.usesRTrees = !treeConditions.isEmpty
        var conditions = [entityCondition(fetch)].compactMap(\.self)
        // The R-tree finds fewer records than the index of entities.
        if compiler.usesRTrees {
            conditions = treeConditions + conditions.map(dialect.withoutIndex)
        }
        var residual: [FetchPredicate] = []
        var reason: String?
        compiler.looksAtTexts =
            try goesAlongOrder(fetch) && compiler.asksForFrequentWords(.and(all))
        let parts = try compiler.merged(all)
        let isAlone = try parts.count == 1 && !isOrderIndexed(fetch)
        for part in parts {
            do {
                guard part.depth <= Self.maximumDepth else {
                    throw SQLTranslationError(reason: "it is nested too deeply for SQLite")
                }
                let condition = try compiler.conjunct(part, isAlone: isAlone)
                if !dialect.isAlwaysTrue(condition) { conditions.append(condition) }
            } catch let error as SQLTranslationError {
                residual.append(part)
                reason = reason ?? error.reason
                if part.depth <= Self.maximumDepth, let condition = compiler.prefilter(part) {
                    conditions.append(condition)
                }
            }
        }
        if let condition = recordCondition(fetch) { conditions.append(condition) }
        let clause: SQLFragment =
            conditions.isEmpty ? "" : " WHERE \(SQLFragment.joined(conditions, " AND "))"
        return Filter(
            clause: clause,
            residual: residual.isEmpty ? nil : residual.count == 1 ? residual[0] : .and(residual),
            reason: reason)
    }

    /// Whether only the first records of an indexed order are wanted. Walking the index is fastest
    /// unless few records match.
    private func isOrderIndexed(_ fetch: StoreFetch) throws -> Bool {
        guard fetch.limit > 0, let first = fetch.sortDescriptors.first else { return false }
        let key = try indexedName(of: first, in: fetch.entity)
        return schema.layout.model.hasIndex(of: fetch.entity.name, beginningWith: key)
    }

    /// Whether a few of the first records of an indexed order are wanted.
    private func goesAlongOrder(_ fetch: StoreFetch) throws -> Bool {
        guard fetch.limit > 0, fetch.limit + max(0, fetch.offset) <= Self.maximumWalk else {
            return false
        }
        guard let first = fetch.sortDescriptors.first else { return true }
        let isIndexed =
            try first.comparison == .plain
            || indexedName(of: first, in: fetch.entity) != first.keyPath
        return try isIndexed && isOrderIndexed(fetch)
    }

    /// For a search by relevance: a fetch of the best matches, which are equal in relevance, and
    /// its filter. Nil if there are too few of them, or another way is faster.
    private func mostRelevant(
        _ fetch: StoreFetch
    ) throws -> (fetch: StoreFetch, compiler: SQLCompiler, filter: Filter)? {
        guard let first = fetch.sortDescriptors.first, first.ascending,
            case .relevance(let text) = first.comparison
        else { return nil }
        var rest = fetch
        rest.sortDescriptors.removeFirst()
        let compiler = compiler(fetch)
        guard try goesAlongOrder(rest), let best = try compiler.bestRelevance(to: text) else {
            return nil
        }
        var filter = try filter(rest, compiler)
        guard filter.residual == nil else { return nil }
        filter.clause.append("\(raw: filter.clause.sql.isEmpty ? " WHERE" : " AND") \(best)")
        let wanted = fetch.limit + max(0, fetch.offset)
        let count: SQLFragment = """
            SELECT count(*) FROM (SELECT 1 FROM \(raw: compiler.root.scope.from)\(filter.clause) \
            LIMIT \(raw: wanted))
            """
        return try compiler.textIndexes().count(count.query) == wanted
            ? (rest, compiler, filter) : nil
    }

    func parts(of fetch: StoreFetch) -> [FetchPredicate] {
        guard let predicate = fetch.predicate else { return [] }
        if case .and(let parts) = predicate, parts.count <= 50 { return parts }
        return [predicate]
    }

    /// Distinguishes the entity's records from others in its table.
    private func entityCondition(_ fetch: StoreFetch) -> SQLFragment? {
        let entity = fetch.entity
        let root = schema.layout.entity(entity.rootNumber)
        guard root.hasSubentities else {
            return fetch.requiresEntityNumber
                ? dialect.withoutIndex("t0.Z_ENT = \(raw: schema.number(of: entity))") : nil
        }
        if !fetch.includesSubentities || !entity.hasSubentities {
            return "t0.Z_ENT = \(raw: schema.number(of: entity))"
        }
        if entity === root { return nil }
        return
            "t0.Z_ENT BETWEEN \(raw: schema.number(of: entity)) AND \(raw: schema.lastNumber(of: entity))"
    }

    /// Excludes rows without an entity number, hidden from the choice of indexes because nearly
    /// every row matches.
    private func recordCondition(_ fetch: StoreFetch) -> SQLFragment? {
        let entity = fetch.entity
        guard entity.superNumber == 0, entity.hasSubentities, fetch.includesSubentities else {
            return nil
        }
        return dialect.withoutIndex(
            "t0.Z_ENT BETWEEN \(raw: schema.number(of: entity)) AND \(raw: schema.lastNumber(of: entity))"
        )
    }

    private func order(
        _ fetch: StoreFetch, _ compiler: SQLCompiler, endsWithKey: Bool
    ) throws -> SQLFragment {
        let descriptors = fetch.sortDescriptors
        let resolver = PredicateResolver(compiler.typer)
        var keys: [SQLFragment] = []
        var known: Set<String> = []
        for descriptor in descriptors {
            let expression = try resolver.resolve(descriptor.expression)
            let made: [SQLFragment]
            do {
                if case .relevance(let text) = descriptor.comparison {
                    made = [try compiler.relevance(to: text)]
                } else if descriptor.comparison == .localizedStandard, endsWithKey,
                    let stored = try storedSortKey(of: expression, compiler)
                {
                    made = stored
                } else {
                    made = [try sortKey(compiler.scalar(expression), descriptor.comparison)]
                }
            } catch let error as SQLTranslationError {
                throw PersistenceError.unsupportedPredicate(
                    "The store cannot sort by “\(descriptor.keyPath)”: \(error.reason).")
            }
            // SQLite uses an index for an order only if no key is repeated.
            keys += made.filter { !$0.bindings.isEmpty || known.insert($0.sql).inserted }
                .map { dialect.ordered($0, ascending: descriptor.ascending) }
        }
        // After unique values, the key would only keep an engine from reading an index backwards.
        if endsWithKey, !descriptors.contains(where: fetch.entity.isUnique) {
            keys.append("t0.Z_PK")
        }
        return keys.isEmpty ? "" : " ORDER BY \(SQLFragment.joined(keys, ", "))"
    }

    private func sortKey(
        _ value: SQLScalar, _ comparison: FetchSortDescriptor.Comparison
    ) throws -> SQLFragment {
        guard value.type.isText, comparison != .plain else { return value.fragment }
        guard dialect.supportsUserFunctions else {
            throw SQLTranslationError(reason: "the database orders texts by their bytes alone")
        }
        return switch comparison {
        case .plain, .relevance: value.fragment
        case .caseInsensitive: "predicate_sort_key(\(value.fragment), 1)"
        case .localizedStandard: "predicate_sort_key(\(value.fragment), 2)"
        }
    }

    private func window(_ fetch: StoreFetch) -> SQLFragment {
        dialect.window(limit: fetch.limit, offset: fetch.offset)
    }
}

extension EntityLayout {
    /// Whether no two records are equal in the sort key.
    fileprivate func isUnique(_ descriptor: FetchSortDescriptor) -> Bool {
        guard descriptor.comparison == .plain,
            let attribute = slot(named: descriptor.keyPath)?.attribute, !attribute.isOptional
        else { return false }
        return description.uniquenessConstraints.contains([descriptor.keyPath])
    }
}

extension FetchExpression {
    /// Whether the expression aggregates all rows to one value.
    var isAggregateCall: Bool {
        switch self {
        case .function(let name, let operands):
            PredicateFunction(rawValue: name)?.isAggregate ?? false
                || operands.contains(where: \.isAggregateCall)
        case .conditional(_, let first, let second):
            first.isAggregateCall || second.isAggregateCall
        default: false
        }
    }
}
