import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The dependencies that the controllers of customers, sales and products share.
struct Shop: Sendable {
    let site: Site

    var household: Household { site.household }
    var links: SiteLinks { site.links }
    init(_ site: Site) {
        self.site = site
    }

    /// The currency of the shop.
    var currency: Currency { site.currency }

    /// An amount for people, in the currency of the shop.
    func money(_ amount: Decimal) -> String { currency.text(amount) }

    /// The profile on receipts: the values from the command line, or else those of the shop's page.
    ///
    /// - Throws: errors of the store.
    func details(in context: ManagedObjectContext) throws -> ShopDetails {
        var details = site.configuration.shop
        if let profile = try ShopProfile.current(in: context) { details.complete(with: profile) }
        return details
    }

    var salesCrumb: PathLink { PathLink(label: "Sales", path: links(.sales)) }

    var customersCrumb: PathLink { PathLink(label: "Customers", path: links(.customers)) }
}

extension Shop {
    /// A warning on the form of a sale if today is closed; empty otherwise.
    ///
    /// - Throws: errors of the store.
    func closedNotice(in context: ManagedObjectContext) throws -> [Notice] {
        let today = CalendarDay.today()
        guard try ClosedDay.isClosed(today, in: context) else { return [] }
        return [
            Notice(
                text: "Today is closed. Choose another day, or reopen it.", isWarning: true,
                linkPath: links(.salesDay(today)), linkLabel: "Day sheet")
        ]
    }

    /// A warning after a sale with untaxed lines in a shop that has tax rates but no default: the
    /// tax may have been forgotten.
    ///
    /// - Throws: errors of the store.
    func untaxedNotice(of sale: Sale, in context: ManagedObjectContext) throws -> [Notice] {
        let names = sale.lines.filter { $0.taxRate == nil && $0.itemKey == nil }
            .compactMap(\.product).filter { $0.taxRate == nil }.map { $0.name ?? "" }
        guard let name = names.first, try ShopProfile.current(in: context)?.taxRate == nil,
            try TaxRate.all(in: context).contains(where: { !$0.isRetired })
        else { return [] }
        let subject = names.count == 1 ? "“\(name)” was" : "\(names.count) products were"
        return [
            Notice(
                text: "\(subject) sold without tax.", isWarning: true,
                linkPath: links(.shop), linkLabel: "Choose a default tax rate")
        ]
    }
}

/// A saved record: its number, and the record as JSON.
struct SavedRecord: Sendable {
    let number: Int64
    let document: JSONValue
}

extension Shop {
    /// Changes or adds a sale or a quote, and saves it.
    ///
    /// - Throws: ``ValidationErrors`` for faults of the values, and errors of the closure.
    func save<Paper: ShopPaper>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Paper
    ) async throws -> SavedRecord {
        try await site.change { context in
            let paper = try body(context)
            try household.save(context)
            return SavedRecord(number: paper.recordNumber, document: paper.json(links))
        }
    }
}

protocol SalesRoutes: RouteProvider {
    var shop: Shop { get }
}

extension SalesRoutes {
    var site: Site { shop.site }

    /// The response to a saved sale.
    func answer(
        _ sale: SavedRecord, status: HTTPResponse.Status = .created, _ flash: FlashMessage,
        after request: Request
    ) -> Response {
        site.changed(
            sale.document, status: status, at: .sale(sale.number), after: request, flash: flash)
    }
}
