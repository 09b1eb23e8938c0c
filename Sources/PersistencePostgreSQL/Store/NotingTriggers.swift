import Persistence

/// Triggers that note the keys of rows in another table, whoever changes them, and what they call.
struct NotingTriggers {
    /// A trigger, whose name tells by what it was made.
    struct Trigger: Hashable {
        let name: String
        let statement: String

        /// - Parameters:
        ///   - noted: the table that gets the keys.
        ///   - condition: when it does.
        ///   - version: what the name tells too.
        init(
            on table: String, _ event: String, into noted: String, when condition: String,
            version: String
        ) {
            let rest =
                "AFTER \(event) ON \(table) FOR EACH ROW WHEN (\(condition)) "
                + "EXECUTE FUNCTION \(NotingTriggers.function)('\(noted.lowercased())', '\(table)')"
            name = "\(noted)_\(event)_\(ServerName.sum(of: version + rest))".lowercased()
            statement = "CREATE TRIGGER \(name) \(rest)"
        }
    }

    static let function = "Z_NOTE"

    /// The statement that makes what the triggers call. Who may change a row may note it.
    ///
    /// A note that is there already is written again: a save that has taken it in, and sees an older text, cannot
    /// delete it then.
    static let functionStatement = """
        CREATE OR REPLACE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            EXECUTE format(
                'INSERT INTO %I.%I (ztable, z_pk) VALUES ($1, $2) '
                'ON CONFLICT ON CONSTRAINT %I DO UPDATE SET z_pk = EXCLUDED.z_pk',
                TG_TABLE_SCHEMA, TG_ARGV[0], TG_ARGV[0] || '_pkey')
            USING TG_ARGV[1], CASE TG_OP WHEN 'DELETE' THEN OLD.z_pk ELSE NEW.z_pk END;
            RETURN NULL;
        END $$
        """

    let connection: ServerConnection

    /// The triggers of the schema that note rows in a table, and the tables that they are on.
    func present(into noted: String) throws -> [(name: String, table: String)] {
        let parameters = StatementParameters()
        parameters.append(noted.lowercased() + "_")
        return try connection.runOnce(
            "SELECT CAST(quote_ident(t.tgname) AS text), CAST(quote_ident(c.relname) AS text) "
                + "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
                + "WHERE c.relnamespace = to_regnamespace(current_schema()) "
                + "AND t.tgenabled <> 'D' AND starts_with(CAST(t.tgname AS text), $1)", parameters
        ).rows.map { ($0.string(0), $0.string(1)) }
    }

    func drop(_ triggers: [(name: String, table: String)]) throws {
        for (name, table) in triggers {
            try connection.execute("DROP TRIGGER \(name) ON \(table)")
        }
    }

    /// Whether the role may read tables, and they are there.
    func mayRead(_ tables: [String]) throws -> Bool {
        try tables.allSatisfy { table in
            let parameters = StatementParameters()
            parameters.append(table.lowercased())
            return try connection.runOnce(
                "SELECT COALESCE(has_table_privilege(to_regclass($1), 'SELECT'), FALSE)",
                parameters)[0].boolean(0)
        }
    }
}
