import CBaseline
import CSQLite
import Persistence

extension PersistenceBenchmarks {
    func saves() throws -> Measurement {
        let database = try BareDatabase.open(baseline)
        defer { sqlite3_close(database) }
        let container = try container(path)
        let best = try bestOf(
            3, { try Self.save(1_000, in: container) },
            {
                try BareDatabase.check(
                    baseline_updates(
                        database,
                        "UPDATE ZITEM SET ZVALUEINDOLLARS = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?",
                        1_000, 1_000))
            })
        try container.close()
        return .time("1,000 saves of one change", best.0, limit: best.1, atMost: 1.3)
    }

    static func save(_ count: Int, in container: PersistentContainer) throws {
        try container.write { context in
            var request = FetchRequest<MeasuredItem>()
            request.fetchLimit = count
            for item in try context.fetch(request) {
                item.valueInDollars += 1
                try context.save()
            }
        }
    }

    // MARK: - Batches

    func updateAll() throws -> Measurement {
        let container = try container(path)
        let database = try BareDatabase.open(path)
        defer { sqlite3_close(database) }
        let best = try bestOf(
            5, { try update(container) },
            {
                try BareDatabase.check(
                    baseline_run(
                        database,
                        "UPDATE ZITEM SET ZVALUEINDOLLARS = ZVALUEINDOLLARS + 1, Z_OPT = Z_OPT + 1"
                    ))
            })
        try container.close()
        return .time("batch update of 100,000 items", best.0, limit: best.1, atMost: 1.1)
    }

    private func update(_ container: PersistentContainer) throws {
        try container.write { context in
            var request = BatchUpdateRequest(entityName: "Item")
            request.propertiesToUpdate = [
                "valueInDollars": try FetchExpression(format: "valueInDollars + 1")
            ]
            try context.execute(request)
        }
    }
}
