import Domain
import Foundation
import PostgreSQLServer

/// A household with a number of items in a schema of a database, on which servers are started.
struct ServedDatabase {
    private let directory: DataDirectory
    private let schema: String
    /// A separate connection for the benchmark's statements.
    let database: BareServer

    /// Creates the household and its first item through the program, and the others by SQL.
    init(_ name: String, of count: Int, in directory: String, on server: TestServer) throws {
        schema = "bench_" + name
        self.directory = DataDirectory(
            path: directory + "/" + name, storeAddress: server.address + "&schema=\(schema)")
        try Household.filled(self.directory, count: 1).close()
        database = try BareServer(server.address)
        try database.run("SET search_path = \(schema)")
        try database.run(Self.filling(upTo: count))
        try database.run("VACUUM ANALYZE")
        try database.run("CHECKPOINT")
    }

    /// The address of the records.
    var address: String { directory.storeAddress ?? "" }

    /// Starts the program.
    func start(_ options: [String] = [], core: Int? = nil) throws -> ServerProcess {
        try ServerProcess(
            serving: directory.path, log: directory.path + "-log",
            options: ["--store", address, "--log-level", "warning"] + options, core: core)
    }

    /// The statements that add items, as `Household.filled` makes them: indexes are created at the
    /// end, and foreign keys are not checked.
    private static func filling(upTo count: Int) -> String {
        """
        SET session_replication_role = replica;
        SET maintenance_work_mem = '512MB';
        DO $$
        DECLARE
            names text[];
            definitions text[];
            statement text;
        BEGIN
            SELECT array_agg(indexrelid::regclass::text), array_agg(pg_get_indexdef(indexrelid))
            INTO names, definitions FROM pg_index
            WHERE indrelid = 'zitem'::regclass
                AND indexrelid NOT IN (SELECT conindid FROM pg_constraint);
            FOREACH statement IN ARRAY names LOOP
                EXECUTE 'DROP INDEX ' || statement;
            END LOOP;
            INSERT INTO zitem (
                z_pk, z_ent, z_opt, zassettype, zdatecreated, zhaslifetimewarranty, zitemkey, zitemname,
                zitemnumber, zorderingvalue, zquantity, zserialnumber, zvalueindollars)
            SELECT first.z_pk + n, first.z_ent, 1, types.keys[1 + n % cardinality(types.keys)],
                first.zdatecreated + n * interval '1 second', false, md5(n::text)::uuid,
                'Item number ' || n + 1, n + 1, n + 1, 1, 'SN-' || 10000000 + n, n % 5000
            FROM (SELECT z_pk, z_ent, zdatecreated FROM zitem) AS first,
                (SELECT array_agg(z_pk ORDER BY z_pk) AS keys FROM zassettype) AS types,
                generate_series(1, \(count - 1)) AS n;
            UPDATE z_primarykey SET z_max = greatest(z_max, (SELECT max(z_pk) FROM zitem))
            WHERE z_name = 'Item';
            UPDATE zitemnumbering SET zlast = \(count);
            FOREACH statement IN ARRAY definitions LOOP
                EXECUTE statement;
            END LOOP;
        END $$;
        """
    }
}
