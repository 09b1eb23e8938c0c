import Domain
import Foundation
import Persistence

/// What the controllers of customers, sales and products share.
struct Shop: Sendable {
    let site: Site

    var household: Household { site.household }
    var links: SiteLinks { site.links }
    init(_ site: Site) {
        self.site = site
    }

    /// The currency in which it sells.
    var currency: Currency { site.currency }

    /// An amount as people read it, in the currency of the shop.
    func money(_ amount: Decimal) -> String { currency.text(amount) }

    /// Changes records; what breaks a rule of the model refuses the form.
    ///
    /// - Throws: ``FormRefusal`` for faults of the values, and what the closure throws.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        try await site.change(body)
    }

    /// What stands on receipts: what the command line says, or else the page of the shop.
    ///
    /// - Throws: errors of the store.
    func details(in context: ManagedObjectContext) throws -> ShopDetails {
        var details = site.configuration.shop
        if let profile = try ShopProfile.current(in: context) { details.complete(with: profile) }
        return details
    }

    /// The crumb that leads to the list of sales.
    var salesCrumb: PathLink { PathLink(label: "Sales", path: links(.sales)) }

    /// The crumb that leads to the list of customers.
    var customersCrumb: PathLink { PathLink(label: "Customers", path: links(.customers)) }
}

extension Shop {
    /// A warning on the form of a sale that today is closed; empty if it is not.
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

    /// A warning after a sale of what has no tax in a shop that has tax rates, and says of none that it is the
    /// default: nobody may have thought of it.
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

extension ShopDetails {
    /// Takes from the page of the shop what nobody has said yet.
    fileprivate mutating func complete(with profile: ShopProfile) {
        func lines(_ text: String?) -> [String] {
            (text ?? "").split(separator: "\n").map(String.init)
        }
        if name.isEmpty { name = profile.name ?? "" }
        if addressLines.isEmpty { addressLines = lines(profile.address) }
        if taxNumber.isEmpty { taxNumber = profile.taxNumber ?? "" }
        if footerLines.isEmpty { footerLines = lines(profile.footer) }
        contactLines = [profile.contactno, profile.emailid].compactMap(\.self)
        countryCode = profile.countryCode ?? ""
        iban = profile.iban ?? ""
        invoiceNote = profile.invoiceNote ?? ""
    }
}

/// A controller of the sales.
protocol SalesRoutes: RouteProvider {
    var shop: Shop { get }
}

extension SalesRoutes {
    var site: Site { shop.site }
}
