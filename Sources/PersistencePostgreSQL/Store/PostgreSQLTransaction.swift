import Foundation
import Persistence

/// The writing half of a session within a transaction.
final class PostgreSQLTransaction: SQLTransaction {
    unowned let session: PostgreSQLSession
    let parameters = StatementParameters(capacity: 1 << 12)
    /// What history is to tell; nil if the store keeps none.
    var history: HistoryNotes?
    /// The number of large values that were sent ahead of the statements that write them.
    var stagedCount: Int64 = 0
    /// Whether the transaction has written texts whose sort keys are cut, or not written along with them.
    var mayHaveNoted = false
    /// The keys of the records whose texts the full-text indexes lack, by table.
    var unindexed: [String: Set<Int64>] = [:]
    private let keys: KeyReserve
    var failure: (any Error)?
    /// The derived values that are to be computed anew.
    var underived: Set<DerivedPlace> = []
    /// What derived attributes got since somebody asked.
    var derived: [DerivedPlace: StoreDerivedValue] = [:]

    init(_ session: PostgreSQLSession, _ keys: KeyReserve) {
        self.session = session
        self.keys = keys
        if session.contents.history != nil { history = HistoryNotes() }
    }

    var connection: ServerConnection { get throws { try session.begun() } }
    var contents: StoreContents { session.contents }
    var schema: SQLSchema { session.schema }

    func prepareCommit() throws {
        if let failure { throw failure }
        try derive()
        if contents.keepsSortKeys, session.hasNotedSortKeys || mayHaveNoted {
            try StoredSortKeys(connection, schema).update()
        }
        try updateTextIndexes()
        if session.hasNotedTexts { try contents.textIndexes(on: connection).updateNoted() }
    }

    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
        try keys.take(count, of: schema.layout.entity(rootNumber), contents)
    }

    func writing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let refusal as PostgreSQLError {
            throw contents.violation(refusal) ?? refusal
        }
    }
}
