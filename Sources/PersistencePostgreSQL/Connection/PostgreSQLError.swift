import CLibpq
import Foundation
public import Persistence

/// An error of the server or of the connection to it.
///
/// It contains no values of records and no passwords: neither the parameters of the statement nor
/// the details in which PostgreSQL repeats values.
public struct PostgreSQLError: StoreAvailability, Sendable, Hashable, CustomStringConvertible {
    /// The SQLSTATE; `08006` for a lost connection.
    public let state: String
    /// The server's primary message.
    public let message: String
    /// The constraint that was violated.
    public let constraint: String?
    /// The table that the error concerns.
    public let table: String?
    /// The statement, without its values.
    public let statement: String?
    /// The server, the database and the user.
    public let server: String

    init(
        state: String, message: String, constraint: String? = nil, table: String? = nil,
        statement: String? = nil, server: String
    ) {
        self.state = state
        self.message = message
        self.constraint = constraint
        self.table = table
        self.statement = statement
        self.server = server
    }

    public var description: String {
        let source = statement.map { ", in “\($0.prefix(500))”" } ?? ""
        return "PostgreSQL (\(server)) refused: \(message) [\(state)]\(source)"
    }

    /// The state for a server that cannot be reached, as opposed to a connection that was lost.
    static let unreachable = "08001"

    var isUnreachable: Bool { state == Self.unreachable }

    /// Whether the connection can no longer be used.
    public var isConnectionLost: Bool {
        state.hasPrefix("08") || ["25P03", "57P01", "57P02", "57P03", "57P05"].contains(state)
    }

    /// Whether the cause is the server's condition and not the statement: it is away, starting,
    /// stopping or read-only, has no free connection, has withdrawn a right or cancelled the
    /// statement; or a replica's read conflicted with replayed changes.
    public var isStoreUnavailable: Bool {
        isConnectionLost || isContention || isReadOnlyServer || isDenied || isCancellation
            || state.hasPrefix("53")
    }

    /// Whether the connection was lost during a commit whose outcome could not be asked for, or
    /// after a commit that was one of several steps.
    public var isOutcomeUnknown: Bool { state == "08007" }

    /// The same error, after a commit that stays.
    var afterCommit: PostgreSQLError {
        PostgreSQLError(
            state: "08007", message: "\(message); what was saved before stays",
            statement: statement, server: server)
    }

    /// Whether the server takes no changes: a standby, or a server set to read-only.
    var isReadOnlyServer: Bool { state == "25006" }

    /// Whether the time limit for a lock has passed.
    var isLockTimeout: Bool { state == "55P03" }

    /// Whether the server lacks the feature that the statement uses.
    var isUnsupported: Bool { state == "0A000" || state == "42601" }

    /// Whether another transaction interfered, so that a second attempt may succeed.
    public var isContention: Bool { state == "40001" || state == "40P01" }

    /// Whether a unique value would occur twice.
    var isUniqueViolation: Bool { state == "23505" }

    /// Whether a number is out of range for its type.
    var isBeyondRange: Bool { state == "22003" }

    /// Whether a reference would lead to a missing record.
    var isForeignKeyViolation: Bool { state == "23503" }

    /// Whether the table does not exist.
    var isUndefinedTable: Bool { state == "42P01" }

    /// Whether the role lacks the right.
    var isDenied: Bool { state == "42501" }

    /// Whether the statement was cancelled, or ran out of the role's time limit.
    var isCancellation: Bool { state == "57014" }
}

extension PostgreSQLError {
    /// The same error as the reason why a store cannot be opened.
    func cannotOpen(_ address: ServerAddress) -> PersistenceError {
        .cannotOpen(path: address.description, reason: openFailure)
    }

    private var openFailure: StoreOpenFailure {
        if isDenied { return .noPermission(message) }
        if isReadOnlyServer { return .takesNoChanges }
        return .other(isConnectionLost ? message : description)
    }

    /// Takes the error from a failed result.
    init(_ result: OpaquePointer, statement: String?, server: String) {
        func field(_ code: Int32) -> String? {
            PQresultErrorField(result, code).map { String(cString: $0) }
        }
        // Swift imports PG_DIAG_SQLSTATE and the like as characters.
        let state = field(Int32(UInt8(ascii: "C"))) ?? "08006"
        let primary =
            field(Int32(UInt8(ascii: "M")))
            ?? String(cString: PQresultErrorMessage(result))
        // The server's messages about values repeat the value.
        let message = state.hasPrefix("22") ? "a value does not fit" : primary
        self.init(
            state: state, message: message.trimmingCharacters(in: .whitespacesAndNewlines),
            constraint: field(Int32(UInt8(ascii: "n"))), table: field(Int32(UInt8(ascii: "t"))),
            statement: statement, server: server)
    }

    /// Takes the error from a connection.
    init(lost handle: OpaquePointer?, statement: String? = nil, server: String) {
        // There is a line for each server that was tried; indented lines are advice.
        let lines = String(cString: PQerrorMessage(handle)).split(separator: "\n")
        let message = lines.filter { $0.first?.isWhitespace == false }.joined(separator: "; ")
        self.init(
            state: "08006", message: message.isEmpty ? "the connection is gone" : message,
            statement: statement, server: server)
    }
}

extension StoreOpenFailure {
    /// The reason why a read-only server's store is not opened for writing.
    static let takesNoChanges = StoreOpenFailure.noPermission(
        "the server takes no changes: it is a standby, or its keeper has said so")
}
