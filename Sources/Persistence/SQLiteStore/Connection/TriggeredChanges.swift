import CSQLite
import Foundation

/// The derived values that triggers have reported since the last call of `takeAll`.
///
/// Each connection has one, which only its thread uses.
final class TriggeredChanges {
    /// An attribute of a record.
    struct Location: Hashable {
        var entityNumber: Int
        var key: Int64
        var attribute: String
    }

    /// Whether the changes will be taken.
    var isRecording = false
    private var values: [Location: AttributeValue] = [:]
    /// The error for a number that an attribute cannot hold; nil if it can.
    var refusal: ((AttributeValue, Location) -> PersistenceError?)?
    /// Why a statement was interrupted.
    private var failure: PersistenceError?

    /// Whether an attribute cannot hold a number from a trigger.
    func refuses(_ value: AttributeValue, at location: @autoclosure () -> Location?) -> Bool {
        // Nearly every number fits the smallest of the types.
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

    /// The reason why the last statement was interrupted; nil unless a number was out of range.
    func takeFailure() -> PersistenceError? { failure.take() }

    /// Records a stored value.
    func record(_ value: AttributeValue, at location: Location) {
        if isRecording { values[location] = value }
    }

    /// The last value of each location since the last call.
    func takeAll() -> [Location: AttributeValue] {
        defer { values = [:] }
        return values
    }
}

/// The SQL functions of triggers in Core Data's stores; without them every write to such a table
/// fails.
enum TriggerFunctions {
    /// The functions that report a trigger's new value of a derived attribute.
    private static let notifications = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue",
        "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        "NSCoreDataTriggerUpdateAffectedObjectValue",
    ]

    /// The functions for attributes of a kind that this library does not support.
    private static let silent = ["NSCoreDataDATriggerMergeableString"]

    /// Registers the functions with a connection, which owns the reported changes.
    static func register(on connection: Connection) throws {
        let changes = Unmanaged.passUnretained(connection.triggeredChanges).toOpaque()
        for name in notifications { try define(name, 5, connection, changes, report) }
        for name in silent {
            try define(name, 5, connection) { context, _, _ in sqlite3_result_null(context) }
        }
        try define("NSCoreDataNow", 0, connection) { context, _, _ in
            sqlite3_result_double(context, Date.now.timeIntervalSinceReferenceDate)
        }
        try define("NSCoreDataCanonical", 1, connection, nil, canonical)
        // SQLite's functions support only ASCII.
        try define("upper", 1, connection, nil, uppercase)
        try define("lower", 1, connection, nil, lowercase)
    }

    /// Table, entity, key, attribute, value.
    private static let report: SQLFunctions.Function = { context, count, values in
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
