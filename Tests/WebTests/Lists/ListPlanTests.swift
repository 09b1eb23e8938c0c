import Foundation
import Testing

@testable import Domain
@testable import Persistence
@testable import Web

@Suite("Query plans of lists")
struct ListPlanTests {
    /// The orders in which the database sorts the records of a list for each page, because no index
    /// has them. Any other order is read along an index.
    private static let sorted: [String: Set<String>] = [
        // A household has few of these.
        "/item-fields": ["", "assetType", "kind", "name", "orderingValue"],
        "/item-views": ["", "name", "orderingValue", "query"],
        "/label-sheets": [
            "", "columns", "gapAcross", "gapDown", "labelHeight", "labelWidth", "marginLeft",
            "marginTop", "name", "pageHeight", "pageWidth", "rows",
        ],
        "/tags": ["", "color", "name"],
        // The number and the day of a line are those of its sale or quote.
        "/quotes/lines": [
            "", "buyerAddress", "buyerName", "customer", "customerName", "date", "note", "number",
            "numberText", "product", "productName", "quantity", "sale", "taxRate", "unitPrice",
            "validThrough", "voidedAt",
        ],
        "/sales/lines": [
            "", "contactno", "cost", "customer", "customerName", "date", "emailid", "isOnAccount",
            "isWalkIn", "note", "number", "numberText", "product", "productName", "quantity",
            "returnOf", "taxRate", "time", "unitPrice", "voidReason", "voidedAt",
        ],
        // Orders that few people ask for: an index would cost each save more than it gains.
        "/asset-types": ["template"],
        "/books": ["category", "isbn"],
        "/customers": [
            "cardBrand", "cardExpiry", "cardHolder", "cardLastFour", "consentNote", "consentedAt",
            "contactno", "emailid", "notes", "paperLanguage", "taxNumber",
        ],
        "/documents": ["byteCount", "item", "kind", "mediaType", "sha256"],
        "/favorites": ["source"],
        "/invoices": [
            "buyerAddress", "buyerName", "buyerReference", "buyerTaxNumber", "dueDate",
            "issuedTexts", "note", "numberText", "sale",
        ],
        "/items": [
            "assetType", "assetType.label", "captureDate", "container", "hasLifetimeWarranty",
            "insurance", "lastSeenBy", "location", "notes", "purchaseDate", "purchasePrice",
            "quantity", "replacementValue", "soldDate", "warrantyUntil",
        ],
        "/loans": ["due", "item", "notes", "returned"],
        "/locations": ["notes", "parent"],
        "/payments": [
            "amount", "customer", "customerName", "isCash", "kind", "reference", "sale",
            "tendered", "time", "voidReason", "voidedAt",
        ],
        "/places": ["hasFavorites", "source"],
        "/products": [
            "barcode", "category", "cost", "lowStock", "price", "retiredAt", "stock", "taxRate",
            "unit",
        ],
        "/products/stock": [
            "barcode", "change", "kind", "level", "note", "product", "productName", "sale", "sku",
        ],
        "/quotes": ["numberText", "sale", "validThrough"],
        "/recents": [
            "addedAt", "byteCount", "camera", "height", "isFavorite", "place", "source",
            "takenAt", "title", "width",
        ],
        "/sales": [
            "customer", "customer.name", "customerName", "isOnAccount", "isWalkIn", "note",
            "numberText", "returnOf", "time", "voidReason", "voidedAt",
        ],
        "/sales/days": ["closedAt", "counted", "expected", "note", "opening"],
        "/tasks": ["cost", "interval", "item", "notes", "plannedCost"],
        "/trash": ["itemName", "valueInDollars"],
    ]

    @Test("The records of a page are read along an index of their order")
    func order() async throws {
        let plans = try await Self.plans { list in
            [""] + list.sortKeys.filter { !$0.hasPrefix("-") }.map { "?sort=\($0)" }
        }

        #expect(plans.count > 25)
        for (list, plansOfList) in plans {
            let sorted = plansOfList.filter { plan in
                plan.steps.contains("USE TEMP B-TREE FOR ORDER BY") && plan.isOfPage
            }
            let keys = Set(sorted.map(\.sortKey))
            let expected = Self.sorted[list, default: []]
            #expect(keys.subtracting(expected) == [], "\(list) lacks an index: \(sorted)")
            #expect(expected.subtracting(keys) == [], "\(list) has an index")
        }
        // At least the lists in an order of their own are read from the store.
        let read = plans.filter { $0.value.contains(where: \.isOfPage) }.map(\.key)
        #expect(Set(Self.sorted.keys).isSubset(of: read))
        #expect(read.count > 25, "\(read)")
    }

    /// The filters that have an index, with a value that the household has.
    private static let filters = [
        "/items": ["tag=1", "location=1", "assetType=1", "q=lamp", "minValue=1", "sold=yes"],
        "/sales": ["customer=1", "from=2026-01-12", "q=mug"],
        "/sales/lines": ["from=2026-01-12"], "/payments": ["from=2026-01-12"],
        "/customers": ["q=ann", "hasCard=yes"], "/products": ["q=mug"], "/books": ["category=1"],
        "/recents": ["q=rome"], "/quotes": ["q=ann"], "/invoices": ["q=ann"],
        "/tasks": ["state=due"], "/groceries": ["q=milk"], "/locations": ["parent=1"],
    ]

    @Test("A filter with an index reads no whole table")
    func filter() async throws {
        let plans = try await Self.plans { list in
            (Self.filters[list.path] ?? []).map { "?" + $0 }
        }

        for (list, filters) in Self.filters {
            let plansOfList = try #require(plans[list])
            for filter in filters {
                let plans = plansOfList.filter { $0.query == "?" + filter }
                #expect(!plans.isEmpty, "\(list) \(filter)")
                for plan in plans {
                    #expect(plan.scans == [], "\(list) \(filter): \(plan.sql)")
                }
            }
        }
    }
}

extension ListPlanTests {
    /// A list of the household's.
    struct List {
        let path: String
        let sortKeys: [String]
    }

    /// The plan of a statement for an address of a list.
    struct Plan {
        /// The query of the address, from its question mark on.
        let query: String
        let sql: String
        let steps: [String]

        /// The attribute of the order; empty for the list's default.
        var sortKey: String { String(query.dropFirst("?sort=".count)) }

        /// Whether it finds the records of the page.
        ///
        /// Undo steps are read in the background, and are in no list.
        var isOfPage: Bool {
            sql.contains(" ORDER BY ") && sql.contains(" LIMIT ?")
                && !sql.contains(" FROM ZUNDOSTEP ")
        }

        /// The tables that a statement may read whole: the kept sums, which have a row for each
        /// group, the tags, and the database's own.
        private static let small = [" FROM SUMS_", " FROM ZTAG ", " FROM sqlite_master "]

        /// The steps that read a whole table of records.
        var scans: [String] {
            guard !Self.small.contains(where: sql.contains) else { return [] }
            return steps.filter {
                $0.hasPrefix("SCAN ") && !$0.contains(" VIRTUAL TABLE ")
                    && !$0.contains(" USING ") && !$0.contains("CONSTANT ROW")
            }
        }
    }

    /// The plans of the statements with which lists of a household answer, by list.
    ///
    /// - Parameter queries: the queries of a list's addresses.
    private static func plans(
        _ queries: @escaping @Sendable (List) -> [String]
    ) async throws -> [String: [Plan]] {
        let trace = SQLTrace(capacity: 100_000)
        let golden = try await GoldenHousehold.unpacked("euro", tracing: trace)
        let statements = try await golden.test { client in
            var statements: [(list: String, query: String, sql: [String])] = []
            let lists = try await lists(client)
            try await waitForSweep(trace)
            for list in lists {
                for query in queries(list) {
                    trace.removeAll()
                    _ = try await client.get("\(list.path).json\(query)")
                    statements.append((list.path, query, trace.sql))
                }
            }
            return statements
        }
        // The statements of a search use functions and tables of the store.
        let household = try Household(directory: golden.directory)
        defer { try? household.close() }
        var plans: [String: [Plan]] = [:]
        for (list, query, sql) in statements {
            for sql in Set(sql) where sql.hasPrefix("SELECT ") || sql.hasPrefix("WITH ") {
                plans[list, default: []].append(
                    Plan(query: query, sql: sql, steps: try household.plan(sql: sql)))
            }
        }
        return plans
    }

    /// Waits until the site has looked through its files, as each start does.
    private static func waitForSweep(_ trace: SQLTrace) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var former = -1
        while former != trace.sql.count, ContinuousClock.now < deadline {
            former = trace.sql.count
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// The lists that can be sorted, without those of one record.
    private static func lists(_ client: GoldenClient) async throws -> [List] {
        let described = DescribedSite(value: try await client.get("/openapi.json"))
        return described.operations.compactMap { operation in
            guard operation.method == "GET", operation.path.hasSuffix(".json"),
                !operation.path.contains("{"), operation.query.contains("sort")
            else { return nil }
            return List(
                path: String(operation.path.dropLast(".json".count)),
                sortKeys: operation.choices(of: "sort"))
        }
    }
}

extension DescribedSite.Operation {
    /// The values that a parameter of the query can have.
    fileprivate func choices(of name: String) -> [String] {
        let parameter = value["parameters"]?.elements.first { $0["name"] == .text(name) }
        return (parameter?["schema"]?["enum"]?.elements ?? []).compactMap {
            guard case .text(let choice) = $0 else { return nil }
            return choice
        }
    }
}

extension Household {
    /// SQLite's query plan for a statement, a line for each step.
    fileprivate func plan(sql: String) throws -> [String] {
        let store = try #require(container.coordinator.stores.first as? SQLiteStore)
        return try store.withReadSession { session in
            let session = try #require(session as? SQLiteSession)
            return try session.withStatement(SQLQuery(sql: "EXPLAIN QUERY PLAN " + sql)) {
                statement in
                var steps: [String] = []
                while try statement.step() { steps.append(statement.text(3) ?? "") }
                return steps
            }
        }
    }
}
