import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Sort orders unsupported by the server")
struct SortingTests {
    private let trace = SQLTrace()
    private let yard: TestYard

    init() throws {
        var options = StoreDescription.postgreSQL("")
        options.trace = trace
        yard = try TestYard(options: options)
    }

    /// Tools and saws with shuffled names, every third one in a shed.
    private func fill(_ count: Int) throws {
        let context = yard.context()
        let sheds = try ["Süd", "nord"].map { try context.make("Shed", ["name": $0]) }
        for number in 0..<count {
            let tool = try context.make(
                number % 4 == 0 ? "Saw" : "Tool",
                [
                    "name": "\(number % 2 == 0 ? "T" : "t")ool \(number * 7919 % count)",
                    "short": Int16(number % 10), "picture": Data(repeating: 1, count: number % 99),
                ])
            if number % 3 == 0 { try tool.setValue(sheds[number % 2], forKey: "shed") }
        }
        try context.save()
        trace.removeAll()
    }

    private func request(
        _ keyPath: String = "name", _ change: (inout FetchRequest<ManagedObject>) throws -> Void
    ) rethrows -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: "Tool")
        request.sortDescriptors = [
            FetchSortDescriptor(keyPath, comparison: .localizedStandard)
        ]
        try change(&request)
        return request
    }

    private func numbers(_ request: FetchRequest<ManagedObject>) throws -> [Int] {
        try yard.context().fetch(request).map { tool in
            #expect(try tool.value(forKey: "picture") != nil)
            return try number(tool)
        }
    }

    /// The number at the end of a tool's name.
    private func number(_ tool: ManagedObject) throws -> Int {
        let name = try tool.text("name") ?? ""
        return try #require(Int(name.dropFirst(5)))
    }

    /// The statements that read records of tools.
    private var statements: [String] {
        trace.sql.filter { $0.contains("FROM ZTOOL") }
    }

    @Test("A page reads the names of all records, but only its own records in full")
    func page() throws {
        try fill(200)

        let page = try numbers(
            request {
                $0.fetchLimit = 5
                $0.fetchOffset = 100
            })

        #expect(page == [100, 101, 102, 103, 104])
        try #require(statements.count == 2)
        #expect(statements[0].contains("ZNAME"))
        #expect(!statements[0].contains("ZPICTURE") && !statements[0].contains("ZSHED"))
        #expect(statements[1].contains("ZPICTURE"))
        #expect(statements[1].hasSuffix("WHERE t0.Z_PK = ANY(CAST($1 AS bigint[]))"))
    }

    @Test("Sorted records are read in batches, in order")
    func portions() throws {
        try fill(2_100)

        #expect(try numbers(request { _ in }) == Array(0..<2_100))
        #expect(statements.count == 4)
    }

    @Test("Sorted object IDs are fetched without reading records")
    func keys() throws {
        try fill(30)

        let ids = try yard.context().fetchObjectIDs(request { $0.fetchLimit = 3 })

        #expect(statements.count == 1)
        #expect(try ids == yard.context().fetch(request { $0.fetchLimit = 3 }).map(\.objectID))
    }

    @Test(
        "Predicates that SQL expresses partly or not at all filter sorted records",
        arguments: [
            ("name LIKE[cd] 'TOOL 1?'", 10, "ZNAME"),
            ("name LIKE[cd] 'TOOL 1?' AND short < 20", 10, "ZNAME"),
            ("shed.name LIKE[cd] '*sud*' AND name LIKE[c] '*'", 10, "ZSHED"),
            ("SUBQUERY(labels, $x, $x.name LIKE[c] 'red').@count == 0 AND short == 3", 6, "ZNAME"),
        ])
    func predicates(format: String, count: Int, column: String) throws {
        try fill(60)
        let predicate = try FetchPredicate(format: format)
        let expected = try yard.context().fetch(
            request {
                $0.predicate = predicate
                $0.sortDescriptors = []
            }
        ).map(number).sorted()
        trace.removeAll()

        #expect(expected.count == count)
        #expect(try numbers(request { $0.predicate = predicate }) == expected)
        let first = try #require(statements.first)
        #expect(first.contains(column) && !first.contains("ZPICTURE"))
        #expect(
            try numbers(
                request {
                    $0.predicate = predicate
                    $0.fetchOffset = 2
                    $0.fetchLimit = 3
                }) == Array(expected[2..<5]))
    }

    @Test("A descending sort by a related attribute has records without a value last")
    func relationships() throws {
        try fill(12)
        let context = yard.context()

        let found = try context.fetch(
            request("shed.name") {
                $0.sortDescriptors[0].ascending = false
                $0.sortDescriptors.append(
                    FetchSortDescriptor("name", comparison: .localizedStandard))
                $0.fetchLimit = 5
            })

        let sheds = try found.map { try $0.one("shed")?.text("name") ?? "none" }
        #expect(sheds == ["Süd", "Süd", "nord", "nord", "none"])
    }

    @Test("Unsaved changes of the open transaction are part of the order")
    func ownChanges() throws {
        try fill(3)

        try yard.container.write { context in
            let tools = try context.fetch(request { _ in })
            try tools[0].setValue("tool 9", forKey: "name")
            try context.save()
            #expect(
                try context.fetch(request { _ in }).map(\.objectID)
                    == [tools[1], tools[2], tools[0]].map(\.objectID))
        }
    }
}
