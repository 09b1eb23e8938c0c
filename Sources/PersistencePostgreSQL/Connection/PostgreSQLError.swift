import CLibpq
import Foundation
public import Persistence

/// What a server, or the way to it, refused.
///
/// It holds no values of records and no passwords: neither the parameters of the statement nor the
/// details in which PostgreSQL repeats values.
public struct PostgreSQLError: StoreAvailability, Sendable, Hashable, CustomStringConvertible {
    /// The SQLSTATE; `08006` for a connection that is gone.
    public let state: String
    /// What the server said first.
    public let message: String
    /// The constraint that would be violated.
    public let constraint: String?
    /// The table that it is about.
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
        let place = statement.map { ", in “\($0.prefix(500))”" } ?? ""
        return "PostgreSQL (\(server)) refused: \(message) [\(state)]\(place)"
    }

    /// The state of a server that is not reached any more, as opposed to a connection that is lost.
    static let unreachable = "08001"

    var isUnreachable: Bool { state == Self.unreachable }

    /// Whether the connection is of no use any more.
    public var isConnectionLost: Bool {
        state.hasPrefix("08") || ["25P03", "57P01", "57P02", "57P03", "57P05"].contains(state)
    }

    /// Whether the server is away, is starting or stopping, takes no changes, has no connection to spare, does
    /// not let its role do that any more, or was told by others to break it off; or whether what others have changed was in the way of a replica
    /// that was read.
    public var isStoreUnavailable: Bool {
        isConnectionLost || isContention || isReadOnlyServer || isDenied || isCancellation
            || state.hasPrefix("53")
    }

    /// Whether the connection was lost in the middle of a commit, and the server could not be asked what
    /// became of it; or after a commit, before all was done that was to be done in one go.
    public var isOutcomeUnknown: Bool { state == "08007" }

    /// The same of something in the course of which other things were saved, which stay.
    var afterCommit: PostgreSQLError {
        PostgreSQLError(
            state: "08007", message: "\(message); what was saved before stays",
            statement: statement, server: server)
    }

    /// Whether the server takes no changes: it is a standby, has become one, or its keeper has said so.
    var isReadOnlyServer: Bool { state == "25006" }

    /// Whether a lock that somebody else has was waited for long enough.
    var isLockTimeout: Bool { state == "55P03" }

    /// Whether the server has no such thing as the statement asks for.
    var isUnsupported: Bool { state == "0A000" || state == "42601" }

    /// Whether somebody else's transaction was in the way: what was done may be done again.
    public var isContention: Bool { state == "40001" || state == "40P01" }

    /// Whether a value would be there twice that is to be unique.
    var isUniqueViolation: Bool { state == "23505" }

    /// Whether a number would be greater or less than its type holds.
    var isBeyondRange: Bool { state == "22003" }

    /// Whether a record would lead to one that is not there.
    var isForeignKeyViolation: Bool { state == "23503" }

    /// Whether there is no such table.
    var isUndefinedTable: Bool { state == "42P01" }

    /// Whether the role may not do that.
    var isDenied: Bool { state == "42501" }

    /// Whether the server was told to break the statement off, or its role has no more time for one.
    var isCancellation: Bool { state == "57014" }
}

extension PostgreSQLError {
    /// The same of a store that was to be opened.
    func cannotOpen(_ address: ServerAddress) -> PersistenceError {
        .cannotOpen(path: address.description, reason: openFailure)
    }

    private var openFailure: StoreOpenFailure {
        if isDenied { return .noPermission(message) }
        if isReadOnlyServer { return .takesNoChanges }
        return .other(isConnectionLost ? message : description)
    }

    /// The error that a result is.
    init(_ result: OpaquePointer, statement: String?, server: String) {
        func field(_ code: Int32) -> String? {
            PQresultErrorField(result, code).map { String(cString: $0) }
        }
        // PG_DIAG_SQLSTATE and the like are characters, which Swift imports as such.
        let state = field(Int32(UInt8(ascii: "C"))) ?? "08006"
        let primary =
            field(Int32(UInt8(ascii: "M")))
            ?? String(cString: PQresultErrorMessage(result))
        // What is wrong with a value is told with the value.
        let message = state.hasPrefix("22") ? "a value does not fit" : primary
        self.init(
            state: state, message: message.trimmingCharacters(in: .whitespacesAndNewlines),
            constraint: field(Int32(UInt8(ascii: "n"))), table: field(Int32(UInt8(ascii: "t"))),
            statement: statement, server: server)
    }

    /// What is wrong with a connection.
    init(lost handle: OpaquePointer?, statement: String? = nil, server: String) {
        // A line for each server that was tried; what is indented is advice.
        let lines = String(cString: PQerrorMessage(handle)).split(separator: "\n")
        let message = lines.filter { $0.first?.isWhitespace == false }.joined(separator: "; ")
        self.init(
            state: "08006", message: message.isEmpty ? "the connection is gone" : message,
            statement: statement, server: server)
    }
}

extension StoreOpenFailure {
    /// Why a store on a standby, and the like, is not opened for writing.
    static let takesNoChanges = StoreOpenFailure.noPermission(
        "the server takes no changes: it is a standby, or its keeper has said so")
}
