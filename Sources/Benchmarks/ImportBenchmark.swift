import CMalloc
import Domain
import Foundation
import Persistence

/// Imports of tables with 100,000 rows, compared with as many bare INSERTs, and the pauses of other
/// users meanwhile.
struct ImportBenchmark {
    private static let count = 100_000
    /// The full-text index of the items in SQL alone.
    private static let textIndex = """
        BEGIN; CREATE TABLE TEXTS (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR);
        CREATE VIRTUAL TABLE TEXTINDEX USING fts5(ZTEXT, content='TEXTS', content_rowid='Z_PK',
            tokenize='trigram case_sensitive 1', columnsize=0);
        INSERT INTO TEXTS SELECT Z_PK, lower(ZITEMNAME || ' ' || ZSERIALNUMBER) FROM ZITEM;
        INSERT INTO TEXTINDEX (rowid, ZTEXT) SELECT Z_PK, ZTEXT FROM TEXTS; COMMIT;
        """

    /// The kind of rows.
    private enum Table {
        case items
        /// Lines of sales: five in a sale, a customer for ten sales, new products now and then.
        case lines

        var header: String {
            switch self {
            case .items: "itemName,serialNumber,valueInDollars,assetType,dateCreated\n"
            case .lines: "number,position,date,customerName,emailid,product,quantity,unitPrice\n"
            }
        }

        /// A row by its index.
        func row(_ index: Int) -> String {
            switch self {
            case .items:
                "Item number \(index + 1),SN-\(10_000_001 + index),\((index + 1) % 5000),"
                    + ["Furniture", "Jewelry", "Electronics"][(index + 1) % 3] + ",2026-01-02\n"
            case .lines:
                "\(index / 5 + 1),\(index % 5 + 1),2026-01-02,Customer \(index / 50),"
                    + "c\(index / 50)@example.org,Product \(index % 997),2,3.50\n"
            }
        }
    }

    let directory: String

    func run(report: (Measurement) -> Void) async throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let table = directory + "/table.csv"
        try write(.items, Self.count, to: table)
        let bare = PersistenceBenchmarks(directory: directory)
        var best = (Double.infinity, Double.infinity)
        for round in 0..<3 {
            best.1 = min(
                best.1, try bare.insertRows(model: Household.model(), then: Self.textIndex))
            best.0 = min(best.0, try await time(table, "timed-\(round)"))
        }
        let rows = Double(Self.count)
        report(
            .rate(
                "import of 100,000 items beside bare INSERTs of them and their texts, rows",
                rows / best.0,
                limit: rows / best.1, atLeast: 0.2))
        try await reportPauses(table, of: "items", report)
        try await ServedImportBenchmark(
            directory: directory + "/served-items", table: table, what: "100,000 items"
        ).run(report: report)
        try await reportMemory(.items, [Self.count / 10, Self.count], of: "items", report)
        try write(.lines, Self.count, to: table)
        let time = try await time(table, "lines")
        report(
            .amount("import of 100,000 lines of sales, rows", rows / time, "/s", atMost: nil))
        try await reportPauses(table, of: "lines of sales", report)
        let counts = [Self.count / 10, Self.count, 10 * Self.count]
        try await reportMemory(.lines, counts, of: "lines of sales", report)
    }

    /// The seconds of an import.
    private func time(_ table: String, _ name: String) async throws -> Double {
        let household = try household(name)
        let start = ContinuousClock.now
        _ = try await bring(table, into: household)
        let time = (ContinuousClock.now - start) / .seconds(1)
        try household.close()
        return time
    }

    private func reportPauses(
        _ table: String, of what: String, _ report: (Measurement) -> Void
    ) async throws {
        let household = try household("pauses of \(what)")
        var id = ""
        let pauses = try await maximumPauses(household) {
            id = try await bring(table, into: household)
        }
        report(
            .amount(
                "longest read of a page by others during an import of 100,000 \(what)",
                pauses.read * 1000, "ms", atMost: 100))
        report(
            .amount(
                "longest save of others during an import of 100,000 \(what)",
                pauses.write * 1000, "ms", atMost: 100))
        let back = try await maximumPauses(household) {
            guard case .done = try await household.undoImport(id) else {
                throw BenchmarkFailure("The import was not taken back.")
            }
        }
        report(
            .amount(
                "longest save of others while the 100,000 \(what) are taken back",
                back.write * 1000, "ms",
                atMost: nil))
        try household.close()
    }

    private func reportMemory(
        _ table: Table, _ counts: [Int], of what: String, _ report: (Measurement) -> Void
    ) async throws {
        let path = directory + "/table.csv"
        for count in counts {
            try write(table, count, to: path)
            let household = try household("memory-\(count)-\(table)")
            // The import must not find memory that is free already.
            malloc_trim(0)
            let before = try Self.peak(afterReset: true)
            _ = try await bring(path, into: household)
            report(
                .amount(
                    "memory of an import of \(count) \(what)",
                    Double(try Self.peak(afterReset: false) - before) / 1024, "MB", atMost: nil))
            if case .items = table, count == Self.count {
                try await reportMemory(again: path, in: household, report)
            }
            try household.close()
        }
    }

    /// Imports the same table again, each row of which has to be found among as many records.
    private func reportMemory(
        again path: String, in household: Household, _ report: (Measurement) -> Void
    ) async throws {
        malloc_trim(0)
        let before = try Self.peak(afterReset: true)
        let file = try ImportFile(contentsOf: path, named: "table.csv")
        guard try await household.plan(file).counts.unchanged == Self.count else {
            throw BenchmarkFailure("The second time changed something.")
        }
        report(
            .amount(
                "memory of looking at them again, beside the \(Self.count) that are there",
                Double(try Self.peak(afterReset: false) - before) / 1024, "MB", atMost: nil))
    }

    private func household(_ name: String) throws -> Household {
        try Household(directory: DataDirectory(path: "\(directory)/\(name)"))
    }

    private func write(_ table: Table, _ count: Int, to path: String) throws {
        try Data(table.header.utf8).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        for start in stride(from: 0, to: count, by: 10_000) {
            let rows = (start..<min(start + 10_000, count)).map(table.row).joined()
            try file.write(contentsOf: Data(rows.utf8))
        }
    }

    /// Does all steps of an import, as the page and the command do. Returns the token of the
    /// import.
    private func bring(_ table: String, into household: Household) async throws -> String {
        let file = try ImportFile(contentsOf: table, named: "table.csv")
        let plan = try await household.plan(file)
        let token = try household.imports.keep(file)
        let result = try await household.confirmImport(token, digest: plan.digest)
        guard case .done(let record) = result, record.counts.new == file.rows.count else {
            throw BenchmarkFailure("The import did not bring in every row.")
        }
        return record.id
    }

    /// The longest read and the longest save of other users while a closure runs, in seconds.
    private func maximumPauses(
        _ household: Household, _ body: () async throws -> Void
    ) async throws -> (read: Double, write: Double) {
        let others = OtherRequests(
            read: { try Self.readPage(household) }, write: { try Self.addGrocery(household) })
        return try await others.longest(during: body)
    }

    /// Reads the first page of the list.
    private static func readPage(_ household: Household) throws {
        try household.container.read { context in
            _ = try household.inventoryCache.totals(of: ItemQuery(), in: context)
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            request.fetchLimit = 50
            for item in try context.fetch(request) { _ = item.itemName }
        }
    }

    private static func addGrocery(_ household: Household) throws {
        try household.container.write { context in
            let item = GroceryItem(context: context)
            item.name = "Milk"
            item.orderingValue = 1
            try household.save(context)
        }
    }

    /// The peak of the process's memory in kB.
    ///
    /// - Parameter afterReset: whether to reset it first.
    private static func peak(afterReset: Bool) throws -> Int {
        if afterReset {
            try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }
            .flatMap { Int($0) } ?? 0
    }
}
