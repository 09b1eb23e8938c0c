import CLibpq
import Foundation

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
