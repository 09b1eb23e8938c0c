import Domain
import Hummingbird
import Persistence

/// Records of one kind with a list, and a page for each of them.
protocol ShownResource: ListedResource {
    /// The page of one record. Default: the shared one with its fields.
    associatedtype ShowPage: TemplatePage = RecordShowPage

    /// Whether the form of a new record can start as a copy. Default: no.
    var isCopied: Bool { get }
    /// The entities that the page of a record depends on. Default: those of the list.
    var pageEntities: Set<EntityName>? { get }
    /// The breadcrumbs of a record's page. Default: the list.
    var crumbs: [PathLink] { get }
    /// The breadcrumbs of a page below a record, without the record itself. Default: those of the
    /// record.
    func crumbs(above values: Values) -> [PathLink]
    /// The page of a record.
    ///
    /// - Parameter notices: the results of the last request.
    /// - Throws: errors of the store.
    func show(
        _ record: Record, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ShowPage
    /// A record for the pages and answers about it. Default: with its JSON in lists.
    ///
    /// - Throws: errors of the store.
    func summary(of record: Record, in context: ManagedObjectContext) throws -> RecordSummary
    /// A record as JSON at its own address. Default: as in the response to a change.
    ///
    /// - Throws: errors of the store.
    func json(of record: Record, in context: ManagedObjectContext) throws -> JSONValue
    /// The notices about the last request on a record's page. Default: its flash message.
    ///
    /// - Throws: errors of the store.
    func notices(for request: Request, in context: ManagedObjectContext) throws -> [Notice]
    /// The changes of a record that these notices offer to undo. Default: none.
    var undoOffers: [any UndoOffer] { get }
    /// The resource whose page of a record a request gets. Default: the same for all.
    ///
    /// - Throws: errors of the address.
    func requested(by request: Request, _ viewer: Viewer) throws -> Self
}

extension ShownResource {
    var crumbs: [PathLink] { [PathLink(label: words.title, path: links(paths.list))] }

    func crumbs(above values: Values) -> [PathLink] { crumbs }

    func json(of record: Record, in context: ManagedObjectContext) throws -> JSONValue {
        try json(values(record, in: context))
    }

    var isCopied: Bool { false }

    var pageEntities: Set<EntityName>? { entities }

    func requested(by request: Request, _ viewer: Viewer) throws -> Self { self }

    var undoOffers: [any UndoOffer] { [] }

    func notices(for request: Request, in context: ManagedObjectContext) throws -> [Notice] {
        guard let sent = request.flashCookie else { return [] }
        if let notice = try copiesNotice(sent.flash, sent.token, in: context) { return [notice] }
        for offer in undoOffers {
            if let notice = try offer.notice(sent, site, in: context) { return [notice] }
        }
        return site.notices(for: request, of: words.one)
    }

    /// The layout of a page below the list or a record.
    func layout(
        _ title: String, about record: RecordSummary? = nil, notices: [Notice] = []
    ) -> LayoutPage {
        let recordCrumbs = record.map { record in
            record.crumbs + [PathLink(label: record.title, path: links(record.path))]
        }
        return site.layout(
            title: title, section: place.section, topic: place.topic ?? place.subsection.topic,
            crumbs: recordCrumbs ?? crumbs, notices: notices)
    }
}

/// The parts of a resource without its record type, for the actions and pages that all resources
/// share.
extension ShownResource {
    /// - Throws: errors of the store.
    func summary(of record: Record, in context: ManagedObjectContext) throws -> RecordSummary {
        try summary(of: values(record, in: context))
    }

    /// A record with the values of its row: its title and its addresses.
    ///
    /// - Throws: errors of the store.
    func rowSummary(of record: Record, in context: ManagedObjectContext) throws -> RecordSummary {
        try rowValues([record], in: context).first.map(summary)
            ?? summary(of: record, in: context)
    }

    /// - Throws: errors of the store.
    func summary(of values: Values) throws -> RecordSummary {
        try RecordSummary(
            number: values.recordNumber, title: values.title, version: values.rowVersion,
            path: path(of: values), crumbs: crumbs(above: values), document: json(values))
    }

    /// The page of the record in an address.
    ///
    /// - Throws: a 404 if there is none.
    func showPage(
        _ id: RecordIdentifier, notices: [Notice], in context: ManagedObjectContext
    ) throws -> ShowPage {
        let record = try existing(id, in: context)
        var page = try show(record, notices: notices, in: context)
        try page.layout.showChanges(of: record, site.household, in: context)
        return page
    }

    /// The record in an address as JSON.
    ///
    /// - Throws: a 404 if there is none.
    func document(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> JSONValue {
        try json(of: existing(id, in: context), in: context)
    }

    /// The state of the record in an address, for live updates.
    ///
    /// - Throws: a 404 if there is none.
    func liveState(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> LiveState {
        LiveState(rows: [try liveRow(values(existing(id, in: context), in: context))])
    }
}
