import CSQLite
import Foundation

/// The SQL functions that the triggers in Core Data's stores call: without them every write to a
/// table with such a trigger fails.
enum TriggerFunctions {
    /// Those that tell Core Data of a change that a trigger made. Objects are read again anyway.
    private static let notifications = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue",
        "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        "NSCoreDataTriggerUpdateAffectedObjectValue",
    ]

    /// Makes the functions known to a connection.
    static func register(on connection: Connection) throws {
        for name in notifications {
            try define(name, 5, connection) { context, _, _ in sqlite3_result_null(context) }
        }
        try define("NSCoreDataNow", 0, connection) { context, _, _ in
            sqlite3_result_double(context, Date.now.timeIntervalSinceReferenceDate)
        }
    }

    private static func define(
        _ name: String, _ count: Int32, _ connection: Connection,
        _ function:
            @convention(c) (
                OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
            ) -> Void
    ) throws {
        let code = sqlite3_create_function_v2(
            connection.handle, name, count, SQLITE_UTF8, nil, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw connection.error(code: code, sql: nil) }
    }
}
