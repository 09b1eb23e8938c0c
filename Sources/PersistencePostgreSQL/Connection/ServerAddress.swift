import CLibpq

/// Where a server is and who asks there, in the words of libpq: a URL or a list of keys and values. What
/// they leave out comes from the environment, from service files and password files, as libpq says.
struct ServerAddress: Sendable, CustomStringConvertible {
    /// What libpq is told. It may hold a password, and is never shown.
    let text: String
    /// The server, the database and the user, as far as the text names them.
    let description: String

    /// The keys that may be shown.
    private static let shownKeys = ["host", "hostaddr", "port", "dbname", "user", "service"]

    /// - Throws: if libpq cannot read the text. The error does not repeat it.
    init(_ text: String) throws(PostgreSQLAddressError) {
        guard !text.utf8.contains(0) else { throw PostgreSQLAddressError() }
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
        let shown = Self.shownKeys.compactMap { key in values[key].map { "\(key)=\($0)" } }
        description = shown.isEmpty ? "the server of the environment" : shown.joined(separator: " ")
    }
}

/// An address that libpq cannot read.
public struct PostgreSQLAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    // What libpq says about it repeats parts of the text, which may be a password.
    public var description: String {
        "The address is neither a PostgreSQL URL nor a list of libpq's keys and values."
    }
}
