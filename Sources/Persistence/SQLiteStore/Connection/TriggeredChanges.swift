import CSQLite
import Foundation

/// The derived values that triggers reported since the changes were last taken.
///
/// A connection owns one; it belongs to the thread that the connection does.
final class TriggeredChanges {
    /// One attribute of one record.
    struct Location: Hashable {
        var entityNumber: Int
        var key: Int64
        var attribute: String
    }

    /// Whether someone will ask for the changes.
    var isRecording = false
    private var values: [Location: AttributeValue] = [:]
    /// Says why an attribute does not hold a number.
    var refusal: ((AttributeValue, Location) -> PersistenceError?)?
    /// Why a statement was broken off.
    private var failure: PersistenceError?

    /// Whether an attribute does not hold a number that a trigger gave it.
    func refuses(_ value: AttributeValue, at location: @autoclosure () -> Location?) -> Bool {
        // Nearly every number is held by the least of the types.
        let mayBeBeyond: Bool =
            switch value {
            case .integer(let number): Int16(exactly: number) == nil
            case .double(let number): number.magnitude > Double(Int16.max)
            default: false
            }
        guard mayBeBeyond, let refusal, let location = location() else { return false }
        failure = refusal(value, location)
        return failure != nil
    }

    /// Why the last statement was broken off; nil if it was not for a number.
    func takeFailure() -> PersistenceError? { failure.take() }

    /// Records a value, as SQLite keeps it.
    func record(_ value: AttributeValue, at location: Location) {
        if isRecording { values[location] = value }
    }

    /// The values since the last call, the last one of each location.
    func takeAll() -> [Location: AttributeValue] {
        defer { values = [:] }
        return values
    }
}

/// The SQL functions that the triggers in Core Data's stores call: without them every write to a
/// table with such a trigger fails.
enum TriggerFunctions {
    /// Those that tell of a value that a trigger gave to a derived attribute.
    private static let notifications = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue",
        "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        "NSCoreDataTriggerUpdateAffectedObjectValue",
    ]

    /// Those that exist for attributes of a kind which this library does not know.
    private static let silent = ["NSCoreDataDATriggerMergeableString"]

    /// Makes the functions known to a connection, which owns the changes that they report.
    static func register(on connection: Connection) throws {
        let changes = Unmanaged.passUnretained(connection.triggeredChanges).toOpaque()
        for name in notifications { try define(name, 5, connection, changes, note) }
        for name in silent {
            try define(name, 5, connection) { context, _, _ in sqlite3_result_null(context) }
        }
        try define("NSCoreDataNow", 0, connection) { context, _, _ in
            sqlite3_result_double(context, Date.now.timeIntervalSinceReferenceDate)
        }
        try define("NSCoreDataCanonical", 1, connection, nil, canonical)
        // SQLite's own know the letters of ASCII only.
        try define("upper", 1, connection, nil, uppercase)
        try define("lower", 1, connection, nil, lowercase)
    }

    /// Table, entity, key, attribute, value.
    private static let note: SQLFunctions.Function = { context, count, values in
        sqlite3_result_null(context)
        guard let owner = sqlite3_user_data(context) else { return }
        let changes = Unmanaged<TriggeredChanges>.fromOpaque(owner).takeUnretainedValue()
        let arguments = SQLArguments(values, count)
        let value = arguments.value(4)
        func location() -> TriggeredChanges.Location? {
            arguments.text(3).map { name in
                TriggeredChanges.Location(
                    entityNumber: arguments.integer(1), key: Int64(arguments.integer(2)),
                    attribute: String(decoding: name, as: UTF8.self))
            }
        }
        if changes.refuses(value, at: location()) {
            return sqlite3_result_error(context, "a derived value is out of range", -1)
        }
        if changes.isRecording, let location = location() { changes.record(value, at: location) }
    }

    private static let canonical: SQLFunctions.Function = { text(.canonical, $0, $1, $2) }
    private static let uppercase: SQLFunctions.Function = { text(.uppercase, $0, $1, $2) }
    private static let lowercase: SQLFunctions.Function = { text(.lowercase, $0, $1, $2) }

    private static func text(
        _ form: Derivation.TextForm, _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let text = SQLArguments(values, count).text(0) else {
            return sqlite3_result_null(context)
        }
        let result = form.applied(to: String(decoding: text, as: UTF8.self))
        SQLArguments.result(.string(result), context)
    }

    private static func define(
        _ name: String, _ count: Int32, _ connection: Connection,
        _ owner: UnsafeMutableRawPointer? = nil, _ function: SQLFunctions.Function
    ) throws {
        let code = sqlite3_create_function_v2(
            connection.handle, name, count, SQLITE_UTF8, owner, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw connection.error(code: code, sql: nil) }
    }
}
