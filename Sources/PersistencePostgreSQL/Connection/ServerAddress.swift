import CLibpq
import Foundation
import Persistence

/// Where a server is and who asks there, in the words of libpq: a URL or a list of keys and values. What
/// they leave out comes from the environment, from service files and password files, as libpq says.
///
/// A URL may have parameters besides that libpq does not know: `postgresql://host/name?schema=home&readers=2`.
struct ServerAddress: Sendable, CustomStringConvertible {
    /// What libpq is told. It may hold a password, and is never shown.
    let text: String
    /// The address as it was given.
    let original: String
    /// The schema that the store is in; nil for the first one of the search path.
    let schema: String?
    /// How many connections may read at once; nil for what the program says.
    let readerCount: Int?
    /// Whether saves of others are listened for; nil for what the program says.
    let listens: Bool?
    /// The server, the database, the schema and the user, as far as the text names them.
    let description: String

    /// The keys that may be shown.
    private static let shownKeys = ["host", "hostaddr", "port", "dbname", "user", "service"]

    /// - Throws: if libpq cannot read the text, or the schema is no name. The error repeats neither.
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

    /// - Throws: `PersistenceError.misuse` for a place that is no address; `PostgreSQLAddressError`.
    init(_ location: StoreLocation) throws {
        guard case .address(let address) = location else {
            throw PersistenceError.misuse("A PostgreSQL store is at an address")
        }
        try self.init(address)
    }

    /// The address of another schema of the same database. Of keys and values, which name none, it is the
    /// address itself.
    func inSchema(_ schema: String) -> String {
        guard text.contains("://") else { return text }
        return text + (text.contains("?") ? "&" : "?") + "schema=" + schema
    }

    /// What the address says of how a store is opened goes before what the program says: who keeps the server
    /// knows how many connections it has.
    func applied(to options: PostgreSQLStoreOptions) -> PostgreSQLStoreOptions {
        var options = options
        if let readerCount { options.readerCount = readerCount }
        if let listens { options.listens = listens }
        return options
    }
}

/// The parameters of a URL, of which those are taken out that libpq does not know.
private struct AddressParameters {
    /// With one alone, whoever reads a long list keeps all others waiting.
    private static let readerCounts = 2...1_000
    private let head: Substring
    private var parameters: [Substring]

    init(_ text: String) {
        let mark = text.contains("://") ? text.firstIndex(of: "?") : nil
        head = text[..<(mark ?? text.endIndex)]
        parameters = mark.map { text[text.index(after: $0)...].split(separator: "&") } ?? []
    }

    /// The URL with those that are left.
    var text: String {
        head + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }

    /// It stands in statements without quotes.
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
    // What libpq says about it repeats parts of the text, which may be a password.
    public var description: String {
        "The address is neither a PostgreSQL URL nor a list of libpq's keys and values; a schema in it "
            + "is of small letters, digits and “_”, readers are a number from 2 on, listens is yes or no."
    }
}

extension ServerAddress {
    /// How many seconds a server is waited for, if the address says nothing else.
    private static let patience = "5"

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

    /// Whether a server is there at all: one that lets nobody in now is.
    func isAnswered() -> Bool {
        withParameters { PQpingParams($0, $1, 1) } != PQPING_NO_RESPONSE
    }

    private func withParameters<T>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> T
    ) -> T {
        // What comes later has precedence: the address may say how long to wait, not the encoding.
        let settings = [
            ("connect_timeout", Self.patience), ("fallback_application_name", "Persistence"),
            // A server that is gone without a word is noticed.
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
