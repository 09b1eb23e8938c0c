import Domain
import Hummingbird
import Persistence

/// A kind of change that the notice after it offers to undo.
struct UndoableChange<Change: Codable & Sendable>: Sendable {
    let log: UndoLog<Change>
    /// The message after the change, which has the undo button.
    let done: FlashMessage
    let undone: FlashMessage
    /// The addresses of the changes.
    let changes: SitePath
    /// The error if a change can no longer be undone.
    let gone: SiteError
    /// What the notice says of a change. Default: its message.
    var text: @Sendable (Change) -> String

    init(
        _ household: Household, kind: String, done: FlashMessage, undone: FlashMessage,
        at changes: SitePath, orElse gone: SiteError,
        text: (@Sendable (Change) -> String)? = nil
    ) {
        log = UndoLog(household, kind: kind)
        self.done = done
        self.undone = undone
        self.changes = changes
        self.gone = gone
        self.text = text ?? { _ in done.text }
    }

    /// The address that undoes a change.
    func path(_ token: String) -> SitePath { changes.below(token).below("undo") }
}

/// What a notice offers to undo, whatever the kind of change.
protocol UndoOffer: Sendable {
    /// The notice after a change, with its undo button; nil for other messages, and if it can no
    /// longer be undone.
    ///
    /// - Throws: errors of the store.
    func notice(
        _ sent: FlashCookie, _ site: Site, in context: ManagedObjectContext
    ) throws -> Notice?
}

extension UndoableChange: UndoOffer {
    func notice(
        _ sent: FlashCookie, _ site: Site, in context: ManagedObjectContext
    ) throws -> Notice? {
        guard sent.flash == done else { return nil }
        return try site.undoNotice(log, sent.token, at: path, in: context, text)
    }
}

extension Resource {
    /// Answers a change of one record that can be undone.
    ///
    /// - Parameter body: changes the record. Returns the record that is shown, and what is kept for
    ///   undo, which is made when everything has its saved values; nil if nothing has changed.
    /// - Throws: a 404, and errors of the closure and of the store.
    func change<Change>(
        _ number: Int64, keepingFor undo: UndoableChange<Change>, after request: Request,
        _ body:
            @escaping @Sendable (Record, ManagedObjectContext) throws -> (
                shown: Record, change: (() throws -> Change)?
            )
    ) async throws -> Response {
        let record = try await site.change { records in
            let (record, change) = try body(existing(number, in: records), records)
            let token = try change.map { try undo.log.keep(in: records, $0) }
            try site.household.save(records)
            var summary = try summary(of: record, in: records)
            summary.undoToken = token
            return summary
        }
        return site.changed(
            record.document, at: record.path, after: request, flash: undo.done,
            token: record.undoToken)
    }
}

extension Site {
    /// Undoes a change whose token is in the address.
    ///
    /// - Parameter body: undoes it; nil if it cannot be undone.
    /// - Throws: the error if it can no longer be undone, and errors of the closure and of the store.
    func undo<Change, Value: Sendable>(
        _ change: UndoableChange<Change>, _ context: SiteContext,
        _ body: @escaping @Sendable (Change, ManagedObjectContext) throws -> Value?
    ) async throws -> Value {
        try await undo(change.log, context, orElse: change.gone, body)
    }
}

extension SiteRoutes {
    /// Adds the route that undoes changes of several items at once.
    ///
    /// - Parameter body: undoes a change. Returns the number of items; nil if it cannot be undone.
    mutating func addUndo<Change>(
        ofItems change: UndoableChange<Change>, of site: Site,
        _ body: @escaping @Sendable (Change, ManagedObjectContext) throws -> Int?
    ) {
        post(change.path("{token}"), by: .editors(of: .inventory)) { request, context in
            let count = try await site.undo(change, context) { change, records -> Int? in
                let count = try body(change, records)
                try site.household.save(records)
                return count
            }
            return site.changed(
                .object([("items", .int(count))]), at: .items, after: request, flash: change.undone)
        }
    }

    /// Adds the route that undoes changes of a resource's records.
    ///
    /// - Parameter body: undoes a change. Returns the record that is shown; nil if it cannot be undone.
    mutating func addUndo<Change, Kind: Resource>(
        of change: UndoableChange<Change>, in resource: Kind,
        _ body: @escaping @Sendable (Change, ManagedObjectContext) throws -> Kind.Record?
    ) {
        let site = resource.site
        post(change.path("{token}"), by: .editors(of: resource.place.section)) { request, context in
            _ = try await site.form(of: request)
            let record = try await site.undo(change, context) { change, records -> RecordSummary? in
                guard let record = try body(change, records) else { return nil }
                try site.household.save(records)
                return try resource.summary(of: record, in: records)
            }
            return site.changed(
                record.document, at: record.path, after: request, flash: change.undone)
        }
    }
}
