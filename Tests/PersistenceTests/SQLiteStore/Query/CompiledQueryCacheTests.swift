import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Statements that are kept by the shapes of fetches")
struct CompiledQueryCacheTests {
    private let layout: ModelLayout
    private let cache = CompiledQueryCache()

    init() throws { layout = try ModelLayout(Catalog.model) }

    /// - Parameter storeIdentifier: nil, or the store that objects belong to.
    private func builder(
        _ dialect: SQLDialect = .sqlite, storeIdentifier: String? = nil, isCaching: Bool = true
    ) throws -> SQLQueryBuilder {
        var builder = SQLQueryBuilder(
            schema: try SQLSchema.make(layout, dialect: dialect), storeIdentifier: storeIdentifier)
        builder.cache = isCaching ? cache : nil
        return builder
    }

    private func fetch(
        _ predicate: FetchPredicate?, by descriptors: [FetchSortDescriptor] = []
    ) throws -> StoreFetch {
        var fetch = StoreFetch(entity: try #require(layout.entity(named: "Thing")))
        try fetch.select(predicate, by: descriptors, in: layout)
        return fetch
    }

    /// Predicates of few shapes, with constants that could lead to different SQL.
    private func predicates() throws -> [FetchPredicate] {
        var predicates: [FetchPredicate] = [.constant(true), .constant(false)]
        for number: Int64 in [0, 1, -5, 1 << 45, 1 << 53, .min, .max] {
            for format in [
                "count == %@", "count > %@", "price == %@", "NOT weight < %@", "isSold == %@",
                "count + 1 == %@", "count + %@ == 1", "children.@count > %@", "%@ < count",
                "ANY children.count == %@", "ALL children.count != %@", "name.length == %@",
                "SUBQUERY(children, $c, $c.count == %@).@count > 0",
                "TERNARY(isSold == YES, %@, 1) == count", "count BETWEEN {%@, 9}",
                "count == %@ OR count == 1", "count == NULL OR count == %@", "1 == %@",
            ] {
                predicates.append(try FetchPredicate(format: format, number))
                predicates.append(try FetchPredicate(format: format, Double(number) / 3))
            }
        }
        for text in [
            "", "a", "Ä\u{308}", "\u{c4}", "A\u{308}", "\u{10FFFF}", "x\u{D7FF}", "100%_", "it's",
        ] {
            for sign in [
                "==", "!=", "<=", "==[c]", "==[n]", "<[cd]", "BEGINSWITH", "BEGINSWITH[c]",
                "CONTAINS", "ENDSWITH", "LIKE[cd]", "CONTAINS[d]",
            ] {
                predicates.append(try FetchPredicate(format: "name \(sign) %@", text))
            }
            predicates.append(
                try FetchPredicate(format: "uppercase:(name) == uppercase:(%@)", text))
            predicates.append(try FetchPredicate(format: "category.label IN {%@, 'z'}", text))
            predicates.append(try FetchPredicate(format: "%@ IN tags.label", text))
        }
        for count in [0, 1, 2, 499, 500, 501, 1_200] {
            predicates.append(FetchExpression.key("count").isIn(Array(0..<count)))
            predicates.append(FetchExpression.key("count").isIn(Array(count..<2 * count)))
            predicates.append(FetchExpression.key("name").isIn((0..<count).map { "n\($0)" }))
        }
        for value: Double? in [nil, .nan, .infinity, -0.0, 0, 0x1p53, 1.5] {
            predicates.append(.key("weight") == value)
            predicates.append(
                .comparison(
                    FetchComparison(
                        .key("weight"), .in,
                        .aggregate([.constant(.double(2)), .value(value)]))))
        }
        for seconds in [0, 12.5, -1e30, .infinity, .nan] {
            predicates.append(.key("bought") > Date(timeIntervalSinceReferenceDate: seconds))
        }
        predicates += [UUID(), UUID()].map { .key("key") == $0 }
        predicates += [Decimal(1), Decimal(5) / 4].map { .key("price") >= $0 }
        return predicates
    }

    private func expectSame(
        _ fetch: StoreFetch, _ caching: SQLQueryBuilder, _ plain: SQLQueryBuilder
    ) throws {
        let (plan, written) = (
            try caching.select("t0.Z_PK", fetch), try plain.select("t0.Z_PK", fetch)
        )
        let label = Comment(stringLiteral: "\(fetch.predicate.map { "\($0)" } ?? "all")")
        #expect(plan.query.sql == written.query.sql, label)
        #expect(plan.query.bindings.map(\.exact) == written.query.bindings.map(\.exact), label)
        #expect(plan.residual == written.residual, label)
        let (count, writtenCount) = (try caching.count(fetch), try plain.count(fetch))
        #expect(count?.sql == writtenCount?.sql, label)
        #expect(count?.bindings.map(\.exact) == writtenCount?.bindings.map(\.exact), label)
        let (rows, writtenRows) = (
            try caching.dictionaries(fetch, columns), try plain.dictionaries(fetch, columns)
        )
        #expect(rows?.query.sql == writtenRows?.query.sql, label)
        #expect(rows?.types == writtenRows?.types, label)
        #expect(
            rows?.query.bindings.map(\.exact) == writtenRows?.query.bindings.map(\.exact), label)
    }

    /// Sums by name.
    private var columns: StoreColumns {
        var columns = StoreColumns(
            expressions: [.keyPath(["name"]), .function("sum:", [.keyPath(["count"])])])
        columns.groupBy = [.keyPath(["name"])]
        return columns
    }

    @Test(
        "A kept statement is what would be written for the fetch", arguments: SQLDialect.allCases)
    func sameAsWritten(dialect: SQLDialect) throws {
        let (caching, plain) = (
            try builder(dialect), try builder(dialect, isCaching: false)
        )
        for _ in 1...2 {
            for predicate in try predicates() {
                var fetch = try fetch(predicate)
                for (limit, offset) in [(0, 0), (9, 4_000)] {
                    (fetch.limit, fetch.offset) = (limit, offset)
                    try expectSame(fetch, caching, plain)
                }
            }
        }
    }

    @Test("So it is for random predicates", arguments: SQLDialect.allCases, 0..<3)
    func random(dialect: SQLDialect, seed: Int) throws {
        let (caching, plain) = (
            try builder(dialect), try builder(dialect, isCaching: false)
        )
        var generator = PredicateGenerator(seed: UInt64(seed))
        for _ in 0..<300 {
            let fetch = try fetch(
                generator.predicate(),
                by: generator.random.chance(0.5) ? [FetchSortDescriptor("name")] : [])
            for _ in 1...2 { try expectSame(fetch, caching, plain) }
        }
    }

    @Test("Objects are bound by their keys; those of other stores equal no record")
    func objects() throws {
        let category = try #require(layout.entity(named: "Category"))
        func object(_ key: Int64, of store: String) -> ManagedObjectID {
            let entities = StoreEntities(layout: layout, storeIdentifier: store, storeIndex: 0)
            return entities.objectID(entityNumber: category.number, key: key)
        }
        let caching = try builder(storeIdentifier: "A")
        let plain = try builder(storeIdentifier: "A", isCaching: false)
        for id in [object(7, of: "A"), object(8, of: "A"), object(7, of: "B"), object(9, of: "A")] {
            try expectSame(fetch(.key("category") == id), caching, plain)
        }

        #expect(
            try caching.select("1", fetch(.key("category") == object(9, of: "A"))).query.bindings
                .first == .integer(9))
    }

    @Test("A second fetch, count or sum of a shape writes no SQL")
    func oneShape() throws {
        let builder = try builder()
        for number in 1...50 {
            let fetch = try fetch(
                FetchPredicate(format: "count > %@ AND name == %@", number, "n\(number)"))

            _ = try builder.select("t0.Z_PK", fetch)
            _ = try builder.count(fetch)
            _ = try builder.dictionaries(fetch, columns)
        }
        #expect(cache.statementCount == 3)

        _ = try builder.select("t0.Z_PK", fetch(FetchPredicate(format: "count > nil")))
        #expect(cache.statementCount == 4)
    }

    @Test("Statements follow the state of sort keys")
    func sortKeys() throws {
        let catalogue = try ModelLayout(Catalogue.model)
        var builder = SQLQueryBuilder(schema: try SQLSchema.make(catalogue))
        builder.cache = cache
        var fetch = StoreFetch(entity: try #require(catalogue.entity(named: "Product")))
        try fetch.select(nil, by: [Catalogue.order("name")], in: catalogue)
        var statements: [String] = []
        for state in [SortKeyState.ordered, .ordered, .cut, .outOfDate, nil, .ordered] {
            builder.sortKeys = { _ in state }
            statements.append(try builder.select("1", fetch).query.sql)
            builder.cache = nil
            #expect(try builder.select("1", fetch).query.sql == statements.last)
            builder.cache = cache
        }

        #expect(Set(statements).count == 3)
    }

    @Test("There is an end to what is kept")
    func maximum() throws {
        let builder = try builder()
        for count in 1...400 {
            _ = try builder.select(
                "t0.Z_PK", fetch(FetchExpression.key("count").isIn(Array(0..<count))))
        }

        #expect(cache.statementCount <= CompiledQueryCache.maximumCount)
    }
}

extension AttributeValue {
    /// The value with the bytes of its text: Swift takes texts for equal that are composed otherwise.
    fileprivate var exact: String {
        if case .string(let text) = self { "\(Array(text.utf8))" } else { "\(self)" }
    }
}
