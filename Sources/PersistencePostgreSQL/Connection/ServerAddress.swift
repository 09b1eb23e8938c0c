import CLibpq
import Foundation
import Persistence

/// The address and user of a database as libpq takes them: a URL or a list of keys and values. The
/// rest comes from the environment, service files and password files.
///
/// A URL may have parameters that libpq does not know:
/// `postgresql://host/name?schema=home&readers=2`.
struct ServerAddress: Sendable, CustomStringConvertible {
    /// The text for libpq. It may hold a password, and is never shown.
    let text: String
    /// The address as it was given.
    let original: String
    /// The schema of the store; nil for the first one of the search path.
    let schema: String?
    /// The number of connections for reading; nil to use the program's.
    let readerCount: Int?
    /// Whether to listen for changes by others; nil to use the program's setting.
    let listens: Bool?
    /// The server, the database, the schema and the user, as far as the text names them.
    let description: String

    /// The keys that descriptions may show.
    private static let shownKeys = ["host", "hostaddr", "port", "dbname", "user", "service"]

    /// - Throws: an error if libpq cannot read the text, or the schema is not a name. The error
    ///   repeats neither.
    init(_ text: String) throws(PostgreSQLAddressError) {
        guard !text.utf8.contains(0) else { throw PostgreSQLAddressError() }
        original = text
        var parameters = AddressParameters(text)
        schema = try parameters.takeSchema()
        readerCount = try parameters.takeReaderCount()
        listens = try parameters.takeListens()
        self.text = parameters.text
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(parameters.text, &message)
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
        values["schema"] = schema
        let shown = (Self.shownKeys + ["schema"]).compactMap { key in
            values[key].map { "\(key)=\($0)" }
        }
        description = shown.isEmpty ? "the server of the environment" : shown.joined(separator: " ")
    }

    /// - Throws: `PersistenceError.misuse` for a location that is not an address;
    ///   `PostgreSQLAddressError`.
    init(_ location: StoreLocation) throws {
        guard case .address(let address) = location else {
            throw PersistenceError.misuse("A PostgreSQL store is at an address")
        }
        try self.init(address)
    }

    /// The address of another schema of the same database. Keys and values cannot name a schema:
    /// their address stays as it is.
    func inSchema(_ schema: String) -> String {
        guard text.contains("://") else { return text }
        return text + (text.contains("?") ? "&" : "?") + "schema=" + schema
    }

    /// Options in the address take precedence over the program's: the administrator knows how many
    /// connections the server has.
    func applied(to options: PostgreSQLStoreOptions) -> PostgreSQLStoreOptions {
        var options = options
        if let readerCount { options.readerCount = readerCount }
        if let listens { options.listens = listens }
        return options
    }
}

/// The parameters of a URL, from which those unknown to libpq are taken out.
private struct AddressParameters {
    /// With only one, reading a long list would block all other reads.
    private static let readerCounts = 2...1_000
    private let head: Substring
    private var parameters: [Substring]

    init(_ text: String) {
        let mark = text.contains("://") ? text.firstIndex(of: "?") : nil
        head = text[..<(mark ?? text.endIndex)]
        parameters = mark.map { text[text.index(after: $0)...].split(separator: "&") } ?? []
    }

    /// The URL with the remaining parameters.
    var text: String {
        head + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }

    /// The schema is used in statements without quotes.
    mutating func takeSchema() throws(PostgreSQLAddressError) -> String? {
        guard let schema = take("schema") else { return nil }
        guard let first = schema.first, first == "_" || ("a"..."z").contains(first),
            schema.utf8.count <= ServerName.maximumLength,
            schema.allSatisfy({ $0 == "_" || ("a"..."z").contains($0) || ("0"..."9").contains($0) })
        else { throw PostgreSQLAddressError() }
        return schema
    }

    mutating func takeReaderCount() throws(PostgreSQLAddressError) -> Int? {
        guard let text = take("readers") else { return nil }
        guard let count = Int(text), Self.readerCounts.contains(count) else {
            throw PostgreSQLAddressError()
        }
        return count
    }

    mutating func takeListens() throws(PostgreSQLAddressError) -> Bool? {
        switch take("listens") {
        case nil: return nil
        case "yes": return true
        case "no": return false
        default: throw PostgreSQLAddressError()
        }
    }

    private mutating func take(_ key: String) -> String? {
        let isOwn = { (parameter: Substring) in parameter.hasPrefix(key + "=") }
        guard let value = parameters.first(where: isOwn)?.dropFirst(key.count + 1) else {
            return nil
        }
        parameters.removeAll(where: isOwn)
        return String(value)
    }
}

/// An address that libpq cannot read.
public struct PostgreSQLAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    // libpq's message repeats parts of the text, which may be a password.
    public var description: String {
        "The address is neither a PostgreSQL URL nor a list of libpq's keys and values; a schema in it "
            + "is of small letters, digits and “_”, readers are a number from 2 on, listens is yes or no."
    }
}

extension ServerAddress {
    /// The connection timeout in seconds, unless the address has one.
    private static let timeout = "5"

    /// Connects to the server.
    ///
    /// - Throws: `PostgreSQLError`.
    func connect() throws -> OpaquePointer {
        let opened = withParameters { PQconnectdbParams($0, $1, 1) }
        guard let opened, PQstatus(opened) == CONNECTION_OK else {
            let error = PostgreSQLError(lost: opened, server: description)
            PQfinish(opened)
            throw error
        }
        return opened
    }

    /// Whether a server answers at all, even if it refuses connections for now.
    func isAnswered() -> Bool {
        withParameters { PQpingParams($0, $1, 1) } != PQPING_NO_RESPONSE
    }

    private func withParameters<T>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> T
    ) -> T {
        // Later settings take precedence: the address may set the timeout, but not the encoding.
        let settings = [
            ("connect_timeout", Self.timeout), ("fallback_application_name", "Persistence"),
            // Keepalives detect a server that vanished silently.
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
            ("dbname", text), ("client_encoding", "UTF8"),
        ]
        let strings = settings.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (key, value) in strings {
                free(key)
                free(value)
            }
        }
        let keys = strings.map { UnsafePointer($0.0) } + [nil]
        let values = strings.map { UnsafePointer($0.1) } + [nil]
        return body(keys, values)
    }
}
