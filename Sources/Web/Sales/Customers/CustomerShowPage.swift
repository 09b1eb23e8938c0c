import Domain
import Foundation
import Persistence

/// One customer with all their purchases.
struct CustomerShowPage: TemplatePage {
    static let template = "sales/customers/show"

    var layout: LayoutPage
    var id: String
    var name: String
    var version: String
    var emailid = ""
    /// `mailto:…`.
    var emailLink = ""
    var contactno = ""
    /// `tel:…`.
    var contactLink = ""
    /// `Visa ending in 1111`.
    var card = ""
    /// `A. Diallo · expires 05/27`.
    var cardDetails = ""

    /// The further numbers.
    var numbers: [ContactRow] = []
    var addresses: [ContactRow] = []
    /// The tags, each linked to the list of its customers.
    var tags: [PathLink] = []
    var taxNumber = ""
    /// The native name of the papers' language; its code if it is unknown.
    var paperLanguage = ""
    /// The customer as a vCard.
    var cardPath = ""
    var notes = ""
    /// `Since Nov 21, 2026`; empty without consent to be contacted.
    var consent = ""

    /// Other customers who may be the same person.
    var duplicates: [CustomerDuplicate] = []
    /// Warnings about the card.
    var cardWarnings: [Notice] = []
    var figures: [Figure]
    /// The first and the last day of counted sales; empty for none.
    var first = ""
    var firstISO = ""
    var last = ""
    var lastISO = ""

    /// The latest purchases.
    var purchases: ListTable
    /// `14 sales`.
    var count: String
    /// The products bought, largest total first.
    var products: ListTable

    /// `$12.50`, for all sales; empty for nothing.
    var owed = ""
    /// The day of the oldest unpaid sale: `Nov 21, 2026`.
    var owedSince = ""
    /// The list of unpaid sales.
    var owedPath = ""
    /// The form of a quote for the customer.
    var newQuotePath = ""
    /// The statement to print.
    var statementPath = ""
    /// All stored data about the customer, as a file.
    var everythingPath = ""
    var editPath: String
    var mergePath: String
    var anonymizePath: String
    var deletePath: String
    var newSalePath: String
    /// All sales, if there are more than shown; otherwise empty.
    var salesPath: String
    var jsonPath: String
    /// The curl command that creates such a customer.
    var curl: String
}

/// A further number or an address on the page of a customer.
struct ContactRow: Sendable {
    /// `mobile`; empty for none.
    var label: String
    /// The number, or the lines of the address.
    var text: String
    /// `tel:…`; empty for an address.
    var path = ""
}

extension CustomerShowPage {
    /// The number of purchases shown.
    private static let shownPurchases = 20

    /// - Throws: errors of the store.
    init(
        _ customer: Customer, server: String, notices: [Notice], _ shop: Shop,
        in context: ManagedObjectContext
    ) throws {
        let values = try shop.customers.values(customer, in: context)
        let (links, number) = (shop.links, values.recordNumber)
        let bought = try SalesSummary.ofProducts(boughtBy: customer, in: context)
        let sales = try Self.latestSales(customer, in: context)
        self.init(
            layout: shop.customers.layout(values.name, notices: notices),
            id: String(number), name: values.name, version: String(values.rowVersion),
            figures: Self.figures(values, bought, shop),
            purchases: .purchases(sales.prefix(Self.shownPurchases), shop),
            count: values.countText,
            products: try .products(bought, shop, in: context),
            editPath: links(shop.customers.paths.edit(number)),
            mergePath: links(.mergeCustomer(number)),
            anonymizePath: links(.anonymizeCustomer(number)),
            deletePath: links(shop.customers.paths.delete(number)),
            newSalePath: links(.newCustomerSale(number)),
            salesPath: sales.count > Self.shownPurchases ? links(.customerSales(number)) : "",
            jsonPath: links(SitePath.customer(number).json),
            curl: Self.curl(values, sales.first, server, links))
        fill(values)
        let debt = try customer.owed(in: context)
        if debt > 0 {
            owed = shop.money(debt)
            owedSince = try customer.owedSince(in: context).map(DayText.short) ?? ""
        }
        owedPath = links(
            ListQuery().filtered("state", by: "owed").address(of: .customerSales(number)))
        cardPath = links(.customerCard(number))
        tags = customer.tags.sorted { ($0.name ?? "") < ($1.name ?? "") }.map { tag in
            PathLink(
                label: tag.name ?? "",
                path: links(
                    ListQuery().filtered("tag", by: String(tag.savedNumber))
                        .address(of: .customers)))
        }
        let language = values.paperLanguage
        paperLanguage = shop.site.papers[language]?.name ?? language
        newQuotePath = links(.newQuote(for: number))
        statementPath = links(.customerStatement(number))
        everythingPath = links(.everythingAboutCustomer(number))
        duplicates = try CustomerDuplicate.of(customer, links, in: context).map(\.warning)
    }

    private mutating func fill(_ customer: CustomerValues) {
        emailid = customer.emailid
        emailLink = "mailto:" + customer.emailid
        contactno = customer.contactno
        contactLink = ContactNumber(customer.contactno).telephonePath
        if let kept = customer.card {
            card = kept.text
            cardDetails = kept.detailsText
            cardWarnings = customer.cardWarnings.map {
                Notice(text: $0.text, linkPath: editPath, linkLabel: "Edit the card")
            }
        }
        numbers = customer.record.furtherNumbers.map {
            ContactRow($0.label, $0.number, path: $0.telephonePath)
        }
        addresses = customer.addresses.map {
            ContactRow($0.label, $0.lines.joined(separator: "\n"))
        }
        taxNumber = customer.taxNumber
        notes = customer.notes
        consent = customer.consentText
        if let days = customer.summary.days {
            first = DayText.short(days.lowerBound)
            firstISO = days.lowerBound.description
            last = DayText.short(days.upperBound)
            lastISO = days.upperBound.description
        }
    }

    /// The latest sales, one more than shown, to find out whether there are more.
    private static func latestSales(
        _ customer: Customer, in context: ManagedObjectContext
    ) throws -> [Sale] {
        var query = SaleQuery()
        query.customer = customer.objectID.recordNumber
        var request = try query.fetchRequest(context.coordinator)
        request.sortDescriptors = [
            FetchSortDescriptor("date", ascending: false),
            FetchSortDescriptor("number", ascending: false),
        ]
        request.fetchLimit = shownPurchases + 1
        request.relationshipKeyPathsForPrefetching = ["lines", "lines.product"]
        return try context.fetch(request)
    }

    private static func figures(
        _ customer: CustomerValues, _ bought: [Int64: SalesSummary], _ shop: Shop
    ) -> [Figure] {
        let links = shop.links
        let (totals, path) = (customer.summary.totals, SitePath.customer(customer.recordNumber))
        return [
            Figure(
                value: shop.money(totals.amount), label: "in all", path: links(path.at("purchases"))
            ),
            Figure(
                value: "\(totals.saleCount, grouped: true)",
                label: totals.saleCount == 1 ? "sale" : "sales",
                path: links(path.at("purchases"))),
            Figure(
                value: "\(bought.count, grouped: true)",
                label: bought.count == 1 ? "product" : "products",
                path: links(path.at("products"))),
        ]
    }

    private static func curl(
        _ customer: CustomerValues, _ sale: Sale?, _ server: String, _ links: SiteLinks
    ) -> String {
        let line = sale?.lines.first
        let fields: [(name: String, value: String)] = [
            ("name", customer.name), ("emailid", customer.emailid),
            ("contactno", customer.contactno), ("productName", line?.product?.name ?? ""),
            ("quantity", line.map { Quantity.text($0.quantity ?? 1) } ?? ""),
            ("unitPrice", line.map { Money.plainText($0.unitPrice ?? 0) } ?? ""),
        ]
        return CurlCommand(posting: server + links(.customers), filled: fields).text
    }
}

extension ContactRow {
    fileprivate init(_ label: String?, _ text: String, path: String = "") {
        self.init(label: label ?? "", text: text, path: path)
    }
}

extension ContactNumber {
    /// `tel:+221771234567`.
    fileprivate var telephonePath: String {
        "tel:" + number.filter { "+0123456789".contains($0) }
    }
}

extension ListTable {
    /// The sales to a customer.
    fileprivate static func purchases(_ sales: some Sequence<Sale>, _ shop: Shop) -> ListTable {
        var table = ListTable(
            caption: "Purchases", isTitled: true, style: Style.purchases.rawValue,
            heads: [
                ListHead("Products", .name), ListHead("Date", .day), ListHead("Total", .value),
            ])
        table.fill(
            sales.map { sale in
                let states = (sale.isReturn ? ["return"] : []) + (sale.isVoid ? ["void"] : [])
                return ListRow(
                    anchor: "", path: shop.links(.sale(sale.recordNumber)),
                    name: sale.productsText, pill: states.joined(separator: ", "),
                    small: "No. \(sale.writtenNumber)",
                    [
                        ListCell(day: sale.day),
                        ListCell(shop.money(sale.total), isNone: sale.isVoid),
                    ])
            })
        return table
    }
}

/// The warning about another customer with the same e-mail address, or the same digits in the number.
struct CustomerDuplicate: Sendable {
    let name: String
    /// The common value, in a sentence.
    let text: String
    let path: String
    /// The page that merges the customer into the other.
    let mergePath: String

    /// The warnings about customers who may be the same person, with their record numbers.
    ///
    /// - Throws: errors of the store.
    static func of(
        _ customer: Customer, _ links: SiteLinks, in context: ManagedObjectContext
    ) throws -> [(number: Int64, warning: CustomerDuplicate)] {
        try Customer.sharing(
            emailid: customer.emailid, contactno: customer.contactno, otherThan: customer,
            in: context
        ).prefix(5).map { ($0.savedNumber, CustomerDuplicate($0, sameAs: customer, links)) }
    }

    private init(_ other: Customer, sameAs customer: Customer, _ links: SiteLinks) {
        name = other.name ?? ""
        let isSameAddress =
            other.emailid != nil
            && other.emailid?.lowercased() == customer.emailid?.lowercased()
        text =
            isSameAddress
            ? "Another customer has the e-mail \(other.emailid ?? "")."
            : "Another customer has the number \(other.contactno ?? "")."
        path = links(.customer(other.savedNumber))
        mergePath = links(
            ListQuery().filtered("into", by: String(other.savedNumber))
                .address(of: .mergeCustomer(customer.savedNumber)))
    }

    /// The warning as JSON.
    func json(of number: Int64) -> JSONValue {
        .object([
            ("message", .string(text)), ("id", .int(number)), ("name", .string(name)),
            ("href", .string(path)),
        ])
    }
}
