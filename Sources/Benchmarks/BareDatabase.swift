import CBaseline

/// Stores opened through SQLite's C API, as the limits are measured.
enum BareDatabase {
    /// Opens a store with the settings that Persistence has; the caller closes it.
    static func open(_ path: String) throws -> OpaquePointer? {
        var database: OpaquePointer?
        try check(
            baseline_open(
                path, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", &database))
        return database
    }

    /// Throws for any code but that of success.
    static func check(_ code: Int32) throws {
        guard code == 0 else { throw BaselineFailure(code: code) }
    }
}

/// The work in C failed.
struct BaselineFailure: Error {
    let code: Int32
}
