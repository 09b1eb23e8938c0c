import CBaseline
import Domain
import Foundation
import ObjectModel
import Persistence
import PersistencePostgreSQL
import PostgreSQLServer

/// The store in PostgreSQL compared with the same SQL through libpq in C, and the program on it.
/// The benchmark's own server in a temporary folder does not sync, since the programs are measured
/// and not the disk.
struct PostgreSQLBenchmarks {
    private static let count = PersistenceBenchmarks.count
    /// The limits' selection: all columns, as in the store.
    private static let selectItems = "SELECT * FROM ZITEM"
    let directory: String

    func run(_ groups: Set<BenchmarkGroup>, report: (Measurement) -> Void) throws {
        guard !groups.isDisjoint(with: [.postgresql, .sizes, .servers]) else { return }
        PostgreSQLStoreFactory.register()
        let server = try TestServer.shared()
        var attempts = Attempts()
        if groups.contains(.postgresql) { try store(server, &attempts, report) }
        if groups.contains(.sizes) {
            attempts.attempt("The long list") {
                // PostgreSQL's documentation recommends a quarter of the memory, here for 8 GB.
                let large = try TestServer.own(settings: ["shared_buffers=2GB"])
                try SizesBenchmark(directory: directory, server: large).run(report: report)
            }
        }
        if groups.contains(.servers) {
            attempts.attempt("Two servers") {
                try ServersBenchmark(directory: directory, server: server).run(report: report)
            }
        }
        try attempts.check()
    }

    /// The rows about the store. Later ones read what the first one inserts.
    private func store(
        _ server: TestServer, _ attempts: inout Attempts, _ report: (Measurement) -> Void
    ) throws {
        let filled = try server.newAddress()
        report(try insert(server, filled))
        let limit = try BareServer(filled)
        try limit.run("VACUUM ANALYZE")
        let container = try PersistenceBenchmarks.container(.postgreSQL(filled))
        attempts.attempt("Fetching") { report(try fetch(container, limit)) }
        attempts.attempt("Look-ups") { report(try lookUps(container, limit)) }
        attempts.attempt("Saves") { try saves(container, limit, report) }
        try container.close()
        attempts.attempt("The walk") { report(try walk(server)) }
    }

    // MARK: - Inserting

    /// - Parameter last: the address that the last round fills.
    private func insert(_ server: TestServer, _ last: String) throws -> Measurement {
        var best = (Double.infinity, Double.infinity)
        for round in 1...3 {
            best.1 = min(best.1, try copyRows(to: server.newAddress()))
            best.0 = min(best.0, try insertItems(to: round == 3 ? last : server.newAddress()))
        }
        return .time(
            "PostgreSQL: insert 100,000 items and save, limit: COPY with keys", best.0,
            limit: best.1, atMost: 1.5)
    }

    private func insertItems(to address: String) throws -> Double {
        let container = try PersistenceBenchmarks.container(.postgreSQL(address))
        let time = try seconds { try PersistenceBenchmarks.insertItems(into: container) }
        try container.close()
        return time
    }

    private func copyRows(to address: String) throws -> Double {
        let container = try PersistenceBenchmarks.container(.postgreSQL(address))
        try container.write { context in
            for label in ["Furniture", "Jewelry", "Electronics"] {
                MeasuredType(context: context).label = label
                // One after the other, so that their keys start at 1.
                try context.save()
            }
        }
        try container.close()
        let limit = try BareServer(address)
        let entity = try limit.number("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'")
        return try seconds {
            try BareServer.check(
                baseline_pq_copy(
                    limit.connection,
                    "UPDATE Z_PRIMARYKEY SET Z_MAX = COALESCE(Z_MAX, 0) + \(Self.count) "
                        + "WHERE Z_ENT = \(entity) RETURNING Z_MAX",
                    "COPY ZITEM (Z_PK, Z_ENT, Z_OPT, ZVALUEINDOLLARS, ZASSETTYPE, ZDATECREATED, "
                        + "ZORDERINGVALUE, ZITEMNAME, ZSERIALNUMBER, ZITEMKEY, ZITEMNUMBER, "
                        + "ZQUANTITY, ZHASLIFETIMEWARRANTY) FROM STDIN (FORMAT binary)",
                    Int32(entity), Int32(Self.count)))
        }
    }

    // MARK: - Reading

    private func fetch(
        _ container: PersistentContainer, _ limit: BareServer
    ) throws -> Measurement {
        var sums = (0, Int64(0))
        let best = try bestOf(
            5, { sums.0 &+= try container.read(PersistenceBenchmarks.readItems) },
            { try BareServer.check(baseline_pq_fetch(limit.connection, Self.selectItems, &sums.1)) }
        )
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time(
            "PostgreSQL: fetch and read 100,000 items", best.0, limit: best.1, atMost: 1.5)
    }

    private func lookUps(
        _ container: PersistentContainer, _ limit: BareServer
    ) throws -> Measurement {
        var sums = (0, Int64(0))
        let sql = Self.selectItems + " WHERE Z_PK = $1"
        let best = try bestOf(
            3, { sums.0 &+= try container.read(PersistenceBenchmarks.lookUp) },
            {
                try BareServer.check(
                    baseline_pq_lookups(
                        limit.connection, sql, Int64(Self.count), 10_000, &sums.1))
            })
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time(
            "PostgreSQL: 10,000 look-ups of an object by key", best.0, limit: best.1, atMost: 1.3)
    }

    private func walk(_ server: TestServer) throws -> Measurement {
        let address = try server.newAddress()
        let container = try PersistenceBenchmarks.container(.postgreSQL(address))
        try container.write { try PersistenceBenchmarks.addTypes(to: $0) }
        let limit = try BareServer(address)
        try limit.run("VACUUM ANALYZE")
        var sums = (0, Int64(0))
        let best = try bestOf(
            5, { sums.0 &+= try container.read(PersistenceBenchmarks.walkTypes) },
            {
                for sql in ["SELECT * FROM ZASSETTYPE", Self.selectItems] {
                    try BareServer.check(baseline_pq_fetch(limit.connection, sql, &sums.1))
                }
            })
        try container.close()
        precondition(sums.0 != 0 && sums.1 != 0)
        return .time(
            "PostgreSQL: walk through 1,000 types with 100 items each", best.0, limit: best.1,
            atMost: 2)
    }

    // MARK: - Saving

    private func saves(
        _ container: PersistentContainer, _ limit: BareServer, _ report: (Measurement) -> Void
    ) throws {
        let best = try bestOf(
            3, { try PersistenceBenchmarks.save(1_000, in: container) },
            { try BareServer.check(baseline_pq_saves(limit.connection, 1_000, 1_000)) })
        report(
            .time(
                "PostgreSQL: 1,000 saves of one change, limit: by hand, in three round trips",
                best.0,
                limit: best.1, atMost: 1.2))
        let bare = try (0..<3).map { _ in
            try seconds {
                try BareServer.check(
                    baseline_pq_updates(
                        limit.connection,
                        "UPDATE ZITEM SET ZVALUEINDOLLARS = $1, Z_OPT = Z_OPT + 1 WHERE Z_PK = $2",
                        1_000, 1_000))
            }
        }
        report(
            .comparison(
                "the same, limit: UPDATE and NOTIFY, with nothing known of a lost commit", best.0,
                limit: bare.min() ?? .infinity))
    }
}
