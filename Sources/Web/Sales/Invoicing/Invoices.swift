import Domain
import Foundation
import Persistence

/// The invoices, which are made from sales.
struct Invoices: ShownResource {
    let shop: Shop

    var site: Site { shop.site }
    let paths = ResourcePaths(.invoices)
    let place = ResourcePlace(section: .sales, subsection: .invoices)
    let entities: Set<EntityName>? = EntityName.sales
    let words = ResourceWords(
        one: "invoice", many: "invoices", icon: "i-receipt",
        searched: "the name of the buyer", emptyHeading: "What you send to be paid",
        emptyText: "“Invoice” on the page of a sale makes one, with the next number.")

    let list = ListDescription(
        example: "dueDate < now()",
        orders: [
            ("Highest number first", SortOrder("number", ascending: false)),
            ("Lowest number first", SortOrder("number")), ("Due first", SortOrder("dueDate")),
            ("Name", SortOrder("buyerName")),
        ],
        columns: [
            ListColumn(
                label: "Invoice", kind: .name, sort: "number", isDescendingFirst: true,
                isDefault: true),
            ListColumn(label: "To", kind: .detail, sort: "buyerName"),
            ListColumn(label: "Due", kind: .date, sort: "dueDate"),
            ListColumn(label: "Total", kind: .value),
        ],
        columnPaths: ["sale": "sale.number"])

    var prefetching: [String] {
        ["sale", "sale.returnOf.invoice", "sale.returns.lines", "sale.returns.invoice"]
            + ["lines", "payments", "returns.lines", "returns.payments"].map {
                "sale.returnOf.\($0)"
            } + Sale.relationships.map { "sale.\($0)" }
    }

    func request(_ list: ListRequest) -> FetchRequest<Invoice> {
        var request = request(list, where: FetchPredicate.searching(list.query.search))
        request.sortDescriptors.append(FetchSortDescriptor("number", ascending: false))
        return request
    }

    func values(
        _ records: [Invoice], in context: ManagedObjectContext
    ) throws -> [InvoiceValues] {
        try records.map { try InvoiceValues($0) }
    }

    func row(_ invoice: InvoiceValues) -> ListRow {
        ListRow(
            anchor: "invoice-\(invoice.recordNumber)", path: links(path(of: invoice)),
            name: invoice.title, pill: invoice.due > 0 ? "unpaid" : "",
            [
                ListCell(invoice.buyerName),
                ListCell(day: invoice.dueDay),
                ListCell(invoice.currency(now: shop.currency).text(invoice.total)),
            ])
    }

    var members: [RecordMember<InvoiceValues>] { InvoiceValues.columns }

    var schema: JSONSchema { InvoiceValues.schema }

    func json(_ invoice: InvoiceValues) throws -> JSONValue { try invoice.json(links) }

    /// A changed invoice with its parts, as at its own address.
    func summary(of record: Invoice, in context: ManagedObjectContext) throws -> RecordSummary {
        var summary = try summary(of: values(record, in: context))
        summary.document = try json(of: record, in: context)
        return summary
    }

    /// The invoice with its parts by the terms of EN 16931.
    func json(of record: Invoice, in context: ManagedObjectContext) throws -> JSONValue {
        let invoice = try InvoiceValues(record)
        let parts = InvoiceParts(
            invoice, from: invoice.sender(now: try shop.details(in: context)),
            in: invoice.currency(now: shop.currency))
        return try invoice.json(links, parts: parts.json)
    }

    func show(
        _ record: Invoice, notices: [Notice], in context: ManagedObjectContext
    ) throws -> PaperPage {
        PaperPage(
            try InvoiceValues(record), shop, now: try shop.details(in: context), notices: notices)
    }
}

/// An invoice with its sale and the texts of the time of issue.
@dynamicMemberLookup
struct InvoiceValues: RecordHolder {
    let record: Invoice
    let sale: Sale
    let total: Decimal
    let tax: Decimal
    /// The texts of the time of issue; nil for an older invoice, which did not store them.
    let issued: IssuedTexts?

    /// - Throws: ``SiteError`` 404 for an invoice without a sale, which this program never makes,
    ///   and `DecodingError` if another program wrote its texts.
    init(_ invoice: Invoice) throws {
        guard let sale = invoice.sale else { throw SiteError.notFound("The invoice has no sale") }
        (record, self.sale) = (invoice, sale)
        (total, tax) = (sale.total, sale.tax)
        issued = try invoice.texts()
    }

    subscript<Value>(dynamicMember keyPath: KeyPath<Invoice, Value>) -> Value {
        record[keyPath: keyPath]
    }

    var day: CalendarDay { record.day ?? .first }

    var dueDay: CalendarDay { record.dueDay ?? day }

    var buyerName: String { record.buyerName ?? "" }

    /// Its note, and that of the shop.
    func notes(from shop: ShopDetails) -> String {
        [record.note ?? "", shop.note].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The words for the products of the lines at the time of issue.
    var words: [IssuedTexts.Line] { issued?.lines ?? [] }

    /// The original invoice, if this is a credit note.
    var original: Invoice? { sale.returnOf?.invoice }

    /// `Invoice 5`, `Credit note R-2026-0006`.
    var title: String { "\(sale.isReturn ? "Credit note" : "Invoice") \(record.writtenNumber)" }

    /// The profile of the shop at the time of issue.
    ///
    /// - Parameter now: the current profile, for an invoice that stored none.
    func sender(now: ShopDetails) -> ShopDetails {
        issued?.sender ?? now
    }

    /// The currency at the time of issue.
    ///
    /// - Parameter now: the current currency, for an invoice that stored none.
    func currency(now: Currency) -> Currency {
        issued.flatMap { Currency($0.currency) } ?? now
    }

    /// The unpaid amount, or the negative amount to pay back for a credit note. A return counts in
    /// one of the two: it lowers what is due of its sale, and its credit note has the rest. Without a
    /// payment method, it lowers what is due only if it has no credit note.
    var due: Decimal {
        if sale.isReturn { return sale.unsaid }
        guard !sale.isPaymentKnown else { return sale.owed }
        let returns = sale.returns.filter { !$0.isVoid && $0.invoice == nil }
        return max(returns.reduce(total) { $0 + $1.total }, 0)
    }

    /// The schema of an invoice as JSON. Lists leave out the parts of EN 16931.
    static let schema = JSONSchema.members(
        "id number numberText kind date dueDate buyer seller currency issuedTexts note original net "
            + "tax total due sale en16931?")

    /// The invoice as JSON.
    ///
    /// Seller and currency are null if it did not store them.
    ///
    /// - Parameter parts: the parts of EN 16931; nil, the default, in lists.
    func json(_ links: SiteLinks, parts: JSONValue? = nil) throws -> JSONValue {
        let buyer: JSONValue = .object([
            ("name", .string(buyerName)), ("address", .text(record.buyerAddress)),
            ("taxNumber", .text(record.buyerTaxNumber)),
            ("reference", .text(record.buyerReference)),
        ])
        var members: [(name: String, value: JSONValue)] = [
            ("id", .int(recordNumber)), ("number", .int(record.number)),
            ("numberText", .string(record.numberText)),
            ("kind", .string(sale.isReturn ? "creditNote" : "invoice")),
            ("date", .string(day.description)), ("dueDate", .string(dueDay.description)),
            ("buyer", buyer),
            ("seller", issued?.sender.json ?? .null),
            ("currency", .string(issued?.currency)),
            ("issuedTexts", .text(record.issuedTexts)), ("note", .text(record.note)),
            ("original", .int(original?.number)), ("net", .money(total - tax)),
            ("tax", .money(tax)), ("total", .money(total)), ("due", .money(due)),
            ("sale", try sale.json(links, naming: words)),
        ]
        if let parts { members.append(("en16931", parts)) }
        return .object(members)
    }

    /// The columns of a CSV export after the number; the sale by its number.
    static let columns: [RecordMember<InvoiceValues>] = [
        .integer("number") { $0.number }, .day("date") { $0.day }, .day("dueDate") { $0.dueDay },
        .text("buyerName") { $0.buyerName }, .integer("sale") { $0.sale.number },
        .money("net") { $0.total - $0.tax }, .money("tax") { $0.tax },
        .money("total") { $0.total }, .money("due") { $0.due },
        .text("buyerAddress") { $0.buyerAddress }, .text("buyerTaxNumber") { $0.buyerTaxNumber },
        .text("buyerReference") { $0.buyerReference }, .text("note") { $0.note },
        .word("issuedTexts") { $0.issuedTexts }, .text("numberText") { $0.numberText },
    ]
}

extension ShopDetails {
    /// The seller as JSON.
    fileprivate var json: JSONValue {
        .object([
            ("name", .text(name)), ("address", .text(address.joined(separator: "\n"))),
            ("contact", .text(contact.joined(separator: "\n"))),
            ("countryCode", .text(countryCode)), ("taxNumber", .text(taxNumber)),
            ("iban", .text(iban)), ("note", .text(note)),
            ("footer", .text(footer.joined(separator: "\n"))),
        ])
    }
}

extension PaperPage {
    /// The page of an invoice, with the parts that EN 16931 requires.
    ///
    /// - Parameter now: the current profile of the shop.
    init(_ invoice: InvoiceValues, _ shop: Shop, now: ShopDetails, notices: [Notice] = []) {
        let (links, sale) = (shop.links, invoice.sale)
        let (details, currency) = (invoice.sender(now: now), invoice.currency(now: shop.currency))
        let parts = InvoiceParts(invoice, from: details, in: currency)
        let style = shop.style(of: invoice)
        self.init(
            layout: shop.layout(invoice.title, of: sale, topic: .quotes, notices: notices),
            title: invoice.title,
            links: [
                PathLink(label: "Back to the sale", path: links(.sale(sale.recordNumber))),
                PathLink(
                    label: "Copy to a new sale",
                    path: links(shop.invoices.paths.copy(invoice.recordNumber))),
            ],
            document: style.write {
                PaperDocument(
                    invoice.title(in: style.texts), of: sale, naming: invoice.words, in: currency,
                    style, from: details,
                    to: (invoice.buyerName(in: style.texts), invoice.buyerAddress ?? ""),
                    facts: invoice.facts(in: currency, details, style.texts),
                    below: invoice.sums(in: currency, style.texts),
                    legend: parts.legend(in: style.texts), note: invoice.notes(from: details))
            },
            jsonPath: links(SitePath.invoice(invoice.recordNumber).json))
    }
}

extension InvoiceValues {
    fileprivate func title(in texts: PaperTexts) -> String {
        texts.text(sale.isReturn ? .creditNote : .invoice, ["number": record.writtenNumber])
    }

    fileprivate func buyerName(in texts: PaperTexts) -> String {
        buyerName == Invoice.removedBuyer ? texts[.personRemoved] : buyerName
    }

    /// Number, days, reference and other facts; those without a value are empty.
    fileprivate func facts(
        in currency: Currency, _ shop: ShopDetails, _ texts: PaperTexts
    ) -> [SumRow] {
        let taxNumber = record.buyerTaxNumber ?? ""
        let facts: [(PaperText, String)] = [
            (.number, record.writtenNumber), (.issueDay, DayText.long(day)),
            (.saleDay, DayText.long(sale.dayOrFirst)),
            (.due, isToBePaid ? DayText.long(dueDay) : ""),
            (.originalInvoice, original?.writtenNumber ?? ""),
            (.buyerReference, record.buyerReference ?? ""),
            (taxNumber.isVATNumber ? .buyerVATNumber : .buyerTaxNumber, taxNumber),
            (.currency, currency.code), (.iban, isToBePaid ? shop.iban.inGroups : ""),
        ]
        return facts.map { SumRow(label: texts[$0.0], amount: $0.1) }
    }

    /// The paid and the due amount.
    fileprivate func sums(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        let paid = sale.paid
        let label = texts[sale.isReturn ? .refundedAlready : .paidAlready]
        var rows = paid == 0 ? [] : [SumRow(label: label, amount: currency.text(abs(paid)))]
        if sale.isReturn {
            rows.append(SumRow(label: texts[.inYourFavour], amount: currency.text(-due)))
        } else if isToBePaid {
            rows.append(
                SumRow(
                    label: texts.text(.dueBy, ["day": DayText.short(dueDay)]),
                    amount: currency.text(due)))
        }
        return rows
    }

    /// Whether the paper says when and where to pay the rest.
    private var isToBePaid: Bool { !sale.isReturn && due != 0 }
}

extension String {
    /// The number of an account in groups of four digits.
    fileprivate var inGroups: String {
        var text = ""
        for (index, character) in enumerated() {
            if index > 0, index.isMultiple(of: 4) { text.append(" ") }
            text.append(character)
        }
        return text
    }
}
