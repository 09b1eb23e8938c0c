import Domain
import Foundation
import Hummingbird
import Persistence

extension CustomerShowPage {
    /// Purchases that are shown at first.
    private static let shownPurchases = 20

    /// The page of a customer.
    ///
    /// - Throws: errors of the store.
    init(
        _ customer: Customer, _ request: Request, _ shop: Shop, in context: ManagedObjectContext
    ) throws {
        let values = try CustomerValues(customer, in: context)
        let (links, number) = (shop.links, values.recordNumber)
        let bought = try SalesSummary.ofProducts(boughtBy: customer, in: context)
        let sales = try Self.latestSales(customer, in: context)
        self.init(
            layout: shop.site.layout(
                title: values.name, section: .sales, crumbs: [shop.customersCrumb],
                notices: shop.site.notices(for: request)),
            id: String(number), name: values.name, version: String(values.rowVersion),
            figures: Self.figures(values, bought, shop),
            purchases: sales.prefix(Self.shownPurchases).map { PurchaseRow($0, shop) },
            hasMorePurchases: sales.count > Self.shownPurchases, count: values.countText,
            products: try .products(bought, shop, in: context),
            editPath: links(.editCustomer(number)), mergePath: links(.mergeCustomer(number)),
            anonymizePath: links(.anonymizeCustomer(number)),
            deletePath: links(.deleteCustomer(number)),
            newSalePath: links(.newCustomerSale(number)),
            salesPath: links(.customerSales(number)),
            jsonPath: links(SitePath.customer(number).json),
            curl: Self.curl(values, sales.first, request, links))
        fill(values, eventsPath: links(SitePath.customer(number).events))
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
                    ListQuery().filtered("tag", by: String(tag.objectID.recordNumber ?? 0))
                        .address(of: .customers)))
        }
        let language = values.paperLanguage
        paperLanguage = shop.site.papers[language]?.name ?? language
        newQuotePath = links(.newQuote(for: number))
        statementPath = links(.customerStatement(number))
        everythingPath = links(.everythingAboutCustomer(number))
        duplicates = try CustomerDuplicate.of(customer, shop, in: context).map {
            DuplicateNotice($0, of: number, links)
        }
    }

    private mutating func fill(_ customer: CustomerValues, eventsPath: String) {
        emailid = customer.emailid
        emailLink = "mailto:" + customer.emailid
        contactno = customer.contactno
        contactLink = ContactNumber(customer.contactno).telephonePath
        hasBoth = !emailid.isEmpty && !contactno.isEmpty
        if let kept = customer.card {
            card = kept.text
            cardDetails = kept.detailsText
            cardWarnings = customer.cardWarnings.map {
                Notice(text: $0.text, linkPath: editPath, linkLabel: "Edit the card")
            }
        }
        numbers = customer.numbers.map { ContactRow($0.label, $0.number, path: $0.telephonePath) }
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
        layout.alternates = [
            AlternateLink(type: "application/json", path: jsonPath), .events(eventsPath),
        ]
    }

    /// One more than is shown, to tell whether there are more.
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
        _ customer: CustomerValues, _ sale: Sale?, _ request: Request, _ links: SiteLinks
    ) -> String {
        var fields = [HiddenField(name: "name", value: customer.name)]
        if !customer.emailid.isEmpty {
            fields.append(HiddenField(name: "emailid", value: customer.emailid))
        }
        if !customer.contactno.isEmpty {
            fields.append(HiddenField(name: "contactno", value: customer.contactno))
        }
        if let line = sale?.lines.first {
            fields += [
                HiddenField(name: "productName", value: line.product?.name ?? ""),
                HiddenField(name: "quantity", value: Quantity.text(line.quantity ?? 1)),
                HiddenField(name: "unitPrice", value: Money.plainText(line.unitPrice ?? 0)),
            ]
        }
        let server = request.server
        return CurlCommand(posting: server + links(.customers), fields: fields).text
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

extension PurchaseRow {
    /// The row of a sale.
    init(_ sale: Sale, _ shop: Shop) {
        let links = shop.links
        let number = sale.objectID.recordNumber ?? 0
        let products = sale.lines.map { line in
            let name = line.product?.name ?? ""
            return line.quantity == 1 ? name : "\(line.quantity ?? 0, grouped: true) × \(name)"
        }
        let notes = [sale.isReturn ? "return" : "", sale.isVoid ? "void" : ""]
            .filter { !$0.isEmpty }
        self.init(
            number: sale.writtenNumber, path: links(.sale(number)),
            products: products.joined(separator: ", "),
            day: sale.day.map(DayText.short) ?? "", dayISO: sale.day?.description ?? "",
            total: shop.money(sale.total), isVoid: sale.isVoid,
            note: notes.joined(separator: ", "))
    }
}

extension DuplicateNotice {
    /// The warning about another customer, on the page of one.
    init(_ other: CustomerDuplicate, of number: Int64, _ links: SiteLinks) {
        self.init(
            text: other.text, label: "Look at \(other.name)",
            path: links(.customer(other.recordNumber)),
            mergePath: links(
                ListQuery().filtered("into", by: String(other.recordNumber))
                    .address(of: .mergeCustomer(number))))
    }
}
