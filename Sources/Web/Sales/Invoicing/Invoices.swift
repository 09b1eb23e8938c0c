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
        ])

    var prefetching: [String] {
        ["sale", "sale.returnOf", "sale.returnOf.invoice", "sale.returns.lines"]
            + Sale.relationships.map { "sale.\($0)" }
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
                ListCell(
                    DayText.short(invoice.dueDay), time: invoice.dueDay.description, none: ""),
                ListCell(invoice.currency(now: shop.currency).text(invoice.sale.total)),
            ])
    }

    var csvColumns: [String] { InvoiceValues.csvColumns }

    func csvCells(_ invoice: InvoiceValues) -> [CSVDocument.Cell] { invoice.csvCells }

    var schema: JSONSchema { InvoiceValues.schema }

    func json(_ invoice: InvoiceValues) -> JSONValue { invoice.json(links) }

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
        return invoice.json(links, parts: parts.json)
    }

    func show(
        _ record: Invoice, notices: [Notice], in context: ManagedObjectContext
    ) throws -> InvoicePage {
        InvoicePage(
            try InvoiceValues(record), shop, now: try shop.details(in: context), notices: notices)
    }
}
