import Domain
import Foundation
import Persistence

/// The search for the customer of a new sale.
struct BuyerPage: TemplatePage {
    static let template = "sales/buyer"

    var layout: LayoutPage
    /// Where the search leads, by GET.
    var path: String
    var search: String
    /// Lines that the sale begins with, which the search passes on.
    var kept: [HiddenField] = []
    /// Whether work starts with looking for the customer.
    var hasSearchFocus = true
    /// Those found; without a search those with the latest sales.
    var buyers: [BuyerRow]
    /// `Latest customers`, `3 customers have “555”`.
    var heading: String
    var newCustomerPath: String
    /// A sale to nobody in particular.
    var walkInPath = ""
    /// Sales that wait.
    var parkedPath = ""
    /// `2 parked sales`.
    var parked = ""
}

extension BuyerPage {
    /// Hands lines that the sale begins with to whatever comes next.
    mutating func pass(_ lines: [(name: String, value: String)]) {
        guard !lines.isEmpty else { return }
        let query = "?" + QueryText.encode(lines)
        kept = lines.map(HiddenField.init)
        walkInPath += query
        for index in buyers.indices { buyers[index].path += query }
    }
}

/// A customer who can be chosen.
struct BuyerRow: Sendable {
    var id: String
    var name: String
    /// Number and e-mail address, which tell namesakes apart.
    var details: String
    /// What choosing leads to.
    var path: String
    var isChosen = false
    /// Whether it is the only one that a search found, where work goes on.
    var hasFocus = false
}

extension BuyerPage {
    /// The page of a search by name, e-mail address or digits of the number.
    init(search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let found = try Buyers(search, shop, in: context)
        self.init(
            layout: shop.site.layout(
                title: "New sale", section: .sales, crumbs: [shop.salesCrumb]),
            path: shop.links(.newSale), search: search,
            hasSearchFocus: !found.rows.contains(where: \.hasFocus),
            buyers: found.rows, heading: found.heading, newCustomerPath: shop.links(.newCustomer),
            walkInPath: shop.links(.newWalkInSale), parkedPath: shop.links(.parkedSales))
        let parked = try context.count(for: FetchRequest<ParkedSale>())
        if parked > 0 { self.parked = ItemCount.text(parked, "parked sale", "parked sales") }
        layout.notices += try shop.closedNotice(in: context)
    }
}

/// Customers to choose from.
struct Buyers: Sendable {
    /// The customers that are shown.
    private(set) var rows: [BuyerRow]
    /// What they are, in words.
    let heading: String

    /// Customers that are shown at most.
    private static let shown = 20

    /// Finds customers by name, e-mail address or digits of the number; without a search, those with
    /// the latest sales.
    init(_ search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let text = search.trimmingCharacters(in: .whitespacesAndNewlines)
        let customers: [Customer]
        if text.isEmpty {
            customers = try Self.latest(in: context)
            heading = customers.isEmpty ? "No customers yet" : "Latest customers"
        } else {
            var query = CustomerQuery()
            query.search = text
            var request = try query.fetchRequest(context.coordinator)
            request.fetchLimit = Self.shown
            customers = try context.fetch(request)
            request.fetchLimit = 0
            heading = Self.heading(try context.count(for: request), text)
        }
        rows = customers.map { BuyerRow($0, shop.links) }
        if !text.isEmpty, rows.count == 1 { rows[0].hasFocus = true }
    }

    /// The record number of the only customer whom a search found; nil for none, and for several.
    var only: Int64? { rows.count == 1 && rows[0].hasFocus ? Int64(rows[0].id) : nil }

    /// Marks the customer with a number as the one that was chosen.
    mutating func choose(_ id: String?) {
        for index in rows.indices { rows[index].isChosen = rows[index].id == id }
    }

    private static func latest(in context: ManagedObjectContext) throws -> [Customer] {
        var query = SaleQuery()
        query.hasCustomer = true
        query.isReturn = false
        var request = try query.fetchRequest(context.coordinator)
        request.fetchLimit = 5 * shown
        request.relationshipKeyPathsForPrefetching = ["customer"]
        var seen: Set<ManagedObjectID> = []
        let customers = try context.fetch(request).compactMap(\.customer)
        return Array(customers.filter { seen.insert($0.objectID).inserted }.prefix(shown))
    }

    private static func heading(_ count: Int, _ text: String) -> String {
        switch count {
        case 0: "No customer has “\(text)”"
        case 1: "One customer has “\(text)”"
        case ...shown: "\(count) customers have “\(text)”"
        default: "\(count) customers have “\(text)”; here are the first \(shown)"
        }
    }
}

extension BuyerRow {
    /// The row of a customer; choosing leads to the form of a sale.
    init(_ customer: Customer, _ links: SiteLinks) {
        let number = customer.objectID.recordNumber ?? 0
        self.init(
            id: String(number), name: customer.name ?? "",
            details: [customer.contactno ?? "", customer.emailid ?? ""].filter { !$0.isEmpty }
                .joined(separator: " · "),
            path: links(.newCustomerSale(number)))
    }
}
