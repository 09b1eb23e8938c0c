import Domain
import Foundation
import Persistence
import Synchronization

/// A table of 100,000 items that is imported, beside bare INSERTs of as many, and what others feel of it.
struct ImportBenchmark {
    private static let count = 100_000

    let directory: String

    func run(report: (Measurement) -> Void) async throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let table = directory + "/items.csv"
        try write(Self.count, to: table)
        let bare = PersistenceBenchmarks(directory: directory)
        var best = (Double.infinity, Double.infinity)
        for round in 0..<3 {
            best.1 = min(best.1, try bare.insertRows())
            let household = try household("timed-\(round)")
            let start = ContinuousClock.now
            try await bring(table, into: household)
            best.0 = min(best.0, (ContinuousClock.now - start) / .seconds(1))
            try household.close()
        }
        let rows = Double(Self.count)
        report(
            .rate(
                "import of 100,000 items, rows", rows / best.0, limit: rows / best.1, atLeast: 0.2))
        let pauses = try await longestPauses(table)
        report(
            .amount("longest read of a page meanwhile", pauses.read * 1000, "ms", atMost: 100))
        report(
            .amount("longest save of others meanwhile", pauses.write * 1000, "ms", atMost: 100))
        for count in [Self.count / 10, Self.count] {
            try write(count, to: table)
            let household = try household("memory-\(count)")
            let before = try Self.peak(anew: true)
            try await bring(table, into: household)
            report(
                .amount(
                    "memory of an import of \(count) items",
                    Double(try Self.peak(anew: false) - before) / 1024, "MB", atMost: nil))
            try household.close()
        }
    }

    private func household(_ name: String) throws -> Household {
        try Household(directory: DataDirectory(path: "\(directory)/\(name)"))
    }

    private func write(_ count: Int, to path: String) throws {
        var text = "itemName,serialNumber,valueInDollars,assetType,dateCreated\n"
        for number in 1...count {
            text += "Item number \(number),SN-\(10_000_000 + number),\(number % 5000),"
            text += ["Furniture", "Jewelry", "Electronics"][number % 3] + ",2026-01-02\n"
        }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// What a person does with a file: all of it, as the page and the command do it.
    private func bring(_ table: String, into household: Household) async throws {
        let file = try ImportFile(contentsOf: table, named: "items.csv")
        let plan = try await household.plan(file)
        let token = try household.imports.keep(file)
        let result = try await household.confirmImport(token, digest: plan.digest)
        guard case .done(let record) = result, record.counts.new == file.rows.count else {
            throw BenchmarkFailure("The import did not bring in every row.")
        }
    }

    private func longestPauses(_ table: String) async throws -> (read: Double, write: Double) {
        let household = try household("pauses")
        try await household.container.read { try household.itemIndex.warm(in: $0) }
        let isOver = Atomic(false)
        let longest = Mutex((read: 0.0, write: 0.0))
        let reading = Thread {
            while !isOver.load(ordering: .acquiring) {
                let time = try? seconds { try readPage(household) }
                longest.withLock { $0.read = max($0.read, time ?? .infinity) }
                usleep(1_000)
            }
        }
        let writing = Thread {
            while !isOver.load(ordering: .acquiring) {
                let time = try? seconds { try addGrocery(household) }
                longest.withLock { $0.write = max($0.write, time ?? .infinity) }
                usleep(1_000)
            }
        }
        reading.start()
        writing.start()
        defer {
            isOver.store(true, ordering: .releasing)
            while !reading.isFinished || !writing.isFinished { usleep(1_000) }
        }
        try await bring(table, into: household)
        // The first page after the save is one of those that may wait.
        usleep(50_000)
        return longest.withLock { $0 }
    }

    /// What the first page of the list reads.
    private func readPage(_ household: Household) throws {
        try household.container.read { context in
            _ = try household.figures.totals(of: ItemQuery(), in: context)
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            request.fetchLimit = 50
            for item in try context.fetch(request) { _ = item.itemName }
        }
    }

    private func addGrocery(_ household: Household) throws {
        try household.container.write { context in
            let item = GroceryItem(context: context)
            item.name = "Milk"
            item.orderingValue = 1
            try household.save(context)
        }
    }

    /// The peak of the process's memory in kB.
    ///
    /// - Parameter anew: whether to forget it first.
    private static func peak(anew: Bool) throws -> Int {
        if anew {
            try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }
            .flatMap { Int($0) } ?? 0
    }
}
