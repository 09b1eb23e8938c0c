import CLibpq

/// Where a server is and who asks there, in the words of libpq: a URL or a list of keys and values. What
/// they leave out comes from the environment, from service files and password files, as libpq says.
///
/// A URL may name a schema besides, which libpq does not know: `postgresql://host/name?schema=home`.
struct ServerAddress: Sendable, CustomStringConvertible {
    /// What libpq is told. It may hold a password, and is never shown.
    let text: String
    /// The address as it was given.
    let original: String
    /// The schema that the store is in; nil for the first one of the search path.
    let schema: String?
    /// The server, the database, the schema and the user, as far as the text names them.
    let description: String

    /// The keys that may be shown.
    private static let shownKeys = ["host", "hostaddr", "port", "dbname", "user", "service"]

    /// - Throws: if libpq cannot read the text, or the schema is no name. The error repeats neither.
    init(_ text: String) throws(PostgreSQLAddressError) {
        guard !text.utf8.contains(0) else { throw PostgreSQLAddressError() }
        original = text
        let (text, schema) = try Self.withoutSchema(text)
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(text, &message)
        defer {
            PQconninfoFree(options)
            PQfreemem(message)
        }
        guard var option = options else { throw PostgreSQLAddressError() }
        var values: [String: String] = [:]
        while let key = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: key)] = String(cString: value)
            }
            option += 1
        }
        self.text = text
        self.schema = schema
        values["schema"] = schema
        let shown = (Self.shownKeys + ["schema"]).compactMap { key in
            values[key].map { "\(key)=\($0)" }
        }
        description = shown.isEmpty ? "the server of the environment" : shown.joined(separator: " ")
    }

    /// The address of another schema of the same database. Of keys and values, which name none, it is the
    /// address itself.
    func inSchema(_ schema: String) -> String {
        guard text.contains("://") else { return text }
        return text + (text.contains("?") ? "&" : "?") + "schema=" + schema
    }

    /// A URL without the parameter that names the schema, and that one.
    private static func withoutSchema(
        _ text: String
    ) throws(PostgreSQLAddressError) -> (String, String?) {
        guard text.contains("://"), let mark = text.firstIndex(of: "?") else { return (text, nil) }
        let key = "schema="
        let parameters = text[text.index(after: mark)...].split(separator: "&")
        let rest = parameters.filter { !$0.hasPrefix(key) }
        guard let schema = parameters.first(where: { $0.hasPrefix(key) })?.dropFirst(key.count)
        else { return (text, nil) }
        // It stands in statements without quotes.
        guard let first = schema.first, first == "_" || ("a"..."z").contains(first),
            schema.utf8.count <= ServerName.greatestLength,
            schema.allSatisfy({ $0 == "_" || ("a"..."z").contains($0) || ("0"..."9").contains($0) })
        else { throw PostgreSQLAddressError() }
        return (
            String(text[..<mark]) + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&")),
            String(schema)
        )
    }
}

/// An address that libpq cannot read.
public struct PostgreSQLAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    // What libpq says about it repeats parts of the text, which may be a password.
    public var description: String {
        "The address is neither a PostgreSQL URL nor a list of libpq's keys and values; a schema in it "
            + "is of small letters, digits and “_”."
    }
}
