import Domain
import Foundation
import HTTPTypes
import Hummingbird
import ObjectModel
import Persistence

/// Parked sales: listing, continuing and deleting them.
struct ParkedSalesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let list = ParkedSaleValues.list
        routes.addList(
            list, at: .parkedSales, by: .readers(of: .sales),
            as: .list(list.parameters, of: ParkedSaleValues.schema), of: site,
            dependingOn: EntityName.sales, fileName: "parked-sales",
            json: { [links = shop.links] in $0.json(links) }
        ) { _ in
            { try ParkedSaleValues.all(in: $0) }
        }
        addPage(
            at: .parkedSales, to: &routes,
            as: .list(list.parameters, of: ParkedSaleValues.schema), about: { _, _ in true }
        ) { [shop] in ParkedSalesPage(try ParkedSaleValues.all(in: $2), shop, notices: $1) }
        routes.get(.parkedSale("{id}"), by: .editors(of: .sales), use: resume)
        routes.post(
            .parkedSale("{id}").deletion, by: .editors(of: .sales),
            as: .document(ParkedSaleValues.schema), use: delete)
    }

    private func resume(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let page = try await shop.household.container.read { records in
            let parked = try records.existing(ParkedSale.self, number, "parked sale")
            var page = try SaleNewPage(parked.customer, shop, in: records)
            page.form.show(try ParkedSaleValues(parked).form, nil)
            return page
        }
        // Not cached, because the form contains today's date.
        return try site.renderer.response(page, context: context)
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let parked = try await site.change { records in
            let parked = try records.existing(ParkedSale.self, number, "parked sale")
            let values = try ParkedSaleValues(parked)
            records.delete(parked)
            try shop.household.save(records)
            return values
        }
        return site.changed(
            parked.json(shop.links), at: .parkedSales, after: request,
            flash: .parkedSaleDeleted)
    }
}

/// The parked sales.
struct ParkedSalesPage: TemplatePage {
    static let template = "sales/parked"

    var layout: LayoutPage
    var rows: [ParkedSaleRow]
    var newPath: String
    var jsonPath: String
}

struct ParkedSaleRow: Sendable {
    var anchor: String
    /// `Amina Diallo`, `Walk-in`.
    var customer: String
    /// `3 × Lamp, Rug`.
    var label: String
    /// `Nov 21, 2026`.
    var date: String
    var dateISO: String
    var path: String
    var deletePath: String
}

extension ParkedSalesPage {
    init(_ parked: [ParkedSaleValues], _ shop: Shop, notices: [Notice]) {
        let links = shop.links
        self.init(
            layout: shop.sales.layout("Parked sales", notices: notices),
            rows: parked.map { sale in
                ParkedSaleRow(
                    anchor: "parked-\(sale.recordNumber)",
                    customer: sale.customer?.name ?? "Walk-in", label: sale.label,
                    date: sale.parkedAt.map { DateText.short($0) } ?? "",
                    dateISO: sale.parkedAt.map(ISO8601Text.utc) ?? "",
                    path: links(.parkedSale(sale.recordNumber)),
                    deletePath: links(.parkedSale(sale.recordNumber).deletion))
            }, newPath: links(.newSale),
            jsonPath: links(SitePath.parkedSales.json))
        layout.alternates = ListQuery().onOnePage.alternates(of: .parkedSales, links)
    }
}

/// The values of a parked sale, detached from its context.
struct ParkedSaleValues: Sendable {
    /// The name of the hidden field with the number of the continued parked sale.
    static let field = "parked"
    /// The maximum number of parked sales.
    static let most = 200
    /// The maximum number of bytes of a parked form.
    static let longestForm = 200_000

    let recordNumber: Int64
    /// `3 × Lamp, Rug`; empty for a form without a product.
    let label: String
    let parkedAt: Date?
    /// Nil for a walk-in.
    let customer: Buyer?
    let form: FormData

    init(_ parked: ParkedSale) throws {
        recordNumber = parked.savedNumber
        label = parked.label ?? ""
        parkedAt = parked.parkedAt
        customer = parked.customer.map(Buyer.init)
        var form = FormData()
        form.append(try QueryText.decode((parked.form ?? "").utf8))
        form.append([(Self.field, String(recordNumber))])
        self.form = form
    }

    /// The schema of a parked sale as JSON.
    static let schema = JSONSchema.members("id label parkedAt customer path")

    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(recordNumber)), ("label", .text(label)), ("parkedAt", .date(parkedAt)),
            ("customer", customer?.reference ?? .null),
            ("path", .string(links(.parkedSale(recordNumber)))),
        ])
    }
}

extension ParkedSaleValues {
    /// All parked sales, the latest first.
    ///
    /// - Throws: errors of the store.
    static func all(in context: ManagedObjectContext) throws -> [ParkedSaleValues] {
        try ParkedSale.all(in: context).map(ParkedSaleValues.init)
    }

    static let list = MemoryList<ParkedSaleValues>(
        "ParkedSale",
        [
            .init("id", .integer64) { .integer($0.recordNumber) },
            .init("label", .string) { .text($0.label) },
            .init("parkedAt", .date) { .moment($0.parkedAt) },
            .init("customer", .string) { .text($0.customer?.name) },
        ], searching: ["label", "customer"])
}

extension FormData {
    /// The form of a sale with quantities in the notation of pages, one of which continues the sale.
    fileprivate var withPageQuantities: FormData {
        guard region != .current else { return self }
        return mapped { name, text in
            guard name.hasSuffix("[quantity]"),
                let quantity = (try? Quantity.parse(text, by: region)) ?? nil
            else { return text }
            return Region.current.fieldText(quantity: quantity)
        }
    }

    /// The fields of a sale's form to park, without token and buttons.
    fileprivate var parkedText: String {
        let left = [IdempotencyKeys.field, ParkedSaleValues.field, "park", "add"]
        return QueryText.encode(
            fields.filter { !left.contains($0.name) && !$0.value.isEmpty }.map {
                ($0.name, $0.value)
            })
    }

    /// The products and items of a form with their quantities: `3 × Lamp, Rug`. One that is given by its
    /// number or key has its name of now.
    fileprivate func productsText(in context: ManagedObjectContext) throws -> String {
        let texts = try SaleLineReader.indexes(in: self).compactMap { index -> String? in
            func value(_ field: String) -> String {
                self[SaleLineReader.name(index, field)] ?? ""
            }
            var name = value("productName")
            if name.isEmpty, let key = UUID(uuidString: value("itemKey")) {
                name = try Item.find(key, in: context)?.itemName ?? ""
            }
            if name.isEmpty, let number = Int64(value("product")) {
                name = try Product.find(number, in: context)?.name ?? ""
            }
            guard !name.isEmpty else { return nil }
            let quantity = value("quantity")
            return ["", "1"].contains(quantity) ? name : "\(quantity) × \(name)"
        }
        return String(texts.joined(separator: ", ").prefix(200))
    }
}

extension Shop {
    /// Parks the form of a sale.
    ///
    /// - Throws: ``ValidationErrors`` if it is empty, or too many are parked, and a 404.
    func park(_ form: FormData, for number: Int64?) async throws -> ParkedSaleValues {
        let form = form.withPageQuantities
        var faults = FaultList(form.cardFaults)
        let text = form.parkedText
        if !form.namesProduct {
            faults.fail("lines", "Lines", "there is nothing to be parked")
        }
        if text.utf8.count > ParkedSaleValues.longestForm {
            faults.fail("lines", "Lines", "they are too many")
        }
        let found = faults
        let former = form[ParkedSaleValues.field].flatMap { Int64($0) }
        return try await site.change { context in
            var faults = found
            let customer = try number.map { try self.customer($0, in: context) }
            let record = try former.flatMap { try ParkedSale.find($0, in: context) }
            let count = try context.count(for: FetchRequest<ParkedSale>())
            if record == nil, count >= ParkedSaleValues.most {
                faults.fail(
                    "lines", "Lines",
                    "\(ParkedSaleValues.most) sales are parked already; discard some")
            }
            try faults.check()
            let label = try form.productsText(in: context)
            let parked = ParkedSale.park(
                text, label: label.isEmpty ? nil : label, for: customer, instead: record,
                in: context)
            try household.save(context)
            return try ParkedSaleValues(parked)
        }
    }
}

extension ParkedSaleValues {
    /// The rejection of a parked sale that was already completed elsewhere.
    static var gone: ValidationErrors {
        ValidationErrors(
            status: .conflict,
            faults: [
                FieldError(
                    field: "lines", label: "Parked",
                    message:
                        "this parked sale was sold or discarded meanwhile; save it again if a "
                        + "second one is meant")
            ])
    }
}
