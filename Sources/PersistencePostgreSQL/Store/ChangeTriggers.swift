import Persistence

/// Triggers that record the keys of changed rows in another table, and the function that they call.
struct ChangeTriggers {
    /// A trigger, whose name contains a hash of its definition.
    struct Trigger: Hashable {
        let name: String
        let statement: String

        /// - Parameters:
        ///   - changeTable: the table that receives the keys.
        ///   - condition: the condition for recording a row.
        ///   - version: part of the hash in the name.
        init(
            on table: String, _ event: String, into changeTable: String, when condition: String,
            version: String
        ) {
            let rest =
                "AFTER \(event) ON \(table) FOR EACH ROW WHEN (\(condition)) "
                + "EXECUTE FUNCTION \(ChangeTriggers.function)('\(changeTable.lowercased())', '\(table)')"
            name = "\(changeTable)_\(event)_\(ServerName.sum(of: version + rest))".lowercased()
            statement = "CREATE TRIGGER \(name) \(rest)"
        }
    }

    static let function = "Z_NOTE"

    /// The statement that creates the triggers' function. It runs with its owner's rights, so that
    /// each role that changes a row can record it.
    ///
    /// An existing record is written again: a concurrent save that processed it, and saw an older
    /// text, cannot delete it then.
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

    /// The triggers in the schema that record rows in a table, with the tables that they are on.
    func present(into changeTable: String) throws -> [(name: String, table: String)] {
        let parameters = StatementParameters()
        parameters.append(changeTable.lowercased() + "_")
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

    /// Whether the tables exist and the role may read them.
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
