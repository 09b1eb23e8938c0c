import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// A list of an entity's records as CSV and JSON, without a page.
///
/// Its addresses have the same parameters as all lists (``ListRequest``).
struct ExportList<Record: ManagedObject>: Sendable {
    /// A named order of the list.
    struct Order: Sendable {
        let name: String
        let keyPath: String
        var isText = false
    }

    let entity: EntityName
    let fileName: String
    /// The orders of the list; the first is the default.
    let orders: [Order]
    /// The key paths of the searched texts.
    let searched: [[String]]
    /// The key path of the day for `from` and `to`; nil for none.
    var day: [String]?
    /// The relationships to prefetch.
    let prefetching: [String]
    /// The columns of the table, and the members of JSON.
    let members: [RecordMember<Record>]
    /// A record as JSON. Default: its members.
    var json: (@Sendable (Record) -> JSONValue)?

    /// The parameters of the list.
    var parameters: ListParameters {
        let period: [ListParameters.Filter] = [
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
        ]
        return ListParameters(
            sortKeys: orders.map(\.name), filters: day == nil ? [] : period)
    }

    /// The view that an address asks for.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8 text, 422 for what cannot be read.
    fileprivate func view(_ request: Request, _ layout: ModelLayout) throws -> ListRequest {
        let view = try ListRequest(request, parameters, entity: entity.rawValue, layout)
        try view.check()
        return view
    }

    /// The fetch request for all records of a view, in its order.
    fileprivate func fetchRequest(
        _ view: ListRequest, where condition: FetchPredicate?
    ) -> FetchRequest<Record> {
        var conditions = FetchPredicate.words(view.query.search, inAnyOf: searched)
        if let day {
            let date = FetchExpression.keyPath(day)
            conditions += [
                view.query.day("from").map { date >= $0.date },
                view.query.day("to").map { date <= $0.date },
            ].compactMap(\.self)
        }
        conditions += [view.predicate, condition].compactMap(\.self)
        var request = FetchRequest<Record>()
        request.predicate = .all(conditions)
        let sort = view.query.sort
        if let order = orders.first(where: { $0.name == sort?.attribute }) ?? orders.first {
            request.sortDescriptors = [
                FetchSortDescriptor(
                    order.keyPath, ascending: sort?.isAscending ?? true,
                    comparison: order.isText ? .localizedStandard : .plain)
            ]
        }
        return request
    }
}

extension SiteRoutes {
    /// Adds the routes of a list that has CSV and JSON but no page.
    mutating func addExports<Record: ManagedObject>(
        _ list: ExportList<Record>, at path: SitePath, _ shop: Shop,
        where condition: FetchPredicate? = nil
    ) {
        get(path.csv, by: .readers(of: .sales), as: .list(list.parameters, of: .any)) {
            request, _ in
            try await shop.site.csv(for: request, list, where: condition)
        }
        get(path.json, by: .readers(of: .sales), as: .list(list.parameters, of: .any)) {
            try await shop.site.json(
                for: $0, $1, dependingOn: EntityName.sales, list, where: condition)
        }
    }
}

extension Site {
    /// The response with a page of a list as JSON.
    ///
    /// - Parameter condition: a further condition. Default: none.
    func json<Record: ManagedObject>(
        for request: Request, _ context: SiteContext, dependingOn entities: Set<EntityName>,
        _ list: ExportList<Record>, where condition: FetchPredicate? = nil
    ) async throws -> Response {
        let view = try list.view(request, household.container.coordinator.layout)
        return try await pages.json(for: request, context, dependingOn: entities) { records in
            var fetch = list.fetchRequest(view, where: condition)
            let total = try records.count(for: fetch)
            fetch.fetchOffset = view.query.offset
            fetch.fetchLimit = view.query.perPage
            fetch.relationshipKeyPathsForPrefetching = list.prefetching
            return ListDocument.json(
                try records.fetch(fetch).map { record in
                    try list.json?(record) ?? list.members.object(of: record)
                }, view.query, total: total)
        }
    }

    /// The response with all records of a view as CSV, sent while they are read. The records are
    /// fixed before the first byte is sent.
    ///
    /// - Parameter condition: a further condition. Default: none.
    func csv<Record: ManagedObject>(
        for request: Request, _ list: ExportList<Record>, where condition: FetchPredicate? = nil
    ) async throws -> Response {
        let view = try list.view(request, household.container.coordinator.layout)
        let ids = try await household.container.read(timeLimit: longestRead) {
            try $0.fetchObjectIDs(list.fetchRequest(view, where: condition))
        }
        return RecordTable(
            container: household.container, columns: list.members.columns(),
            prefetching: list.prefetching
        ) { (records: [Record], table, _) in
            for record in records { table.append(try list.members.cells(of: record)) }
        }.response(ids, fileName: list.fileName)
    }
}

extension SaleLine {
    /// The lines of all sales, with sale and customer on each.
    static let list = ExportList<SaleLine>(
        .saleLine, fileName: "lines", of: "sale", with: "returnOf",
        columns: ImportKind.lines.columns.map(\.rawValue)
    ) { line, column in
        guard let sale = line.sale else { return .word(nil) }
        return switch column {
        case "emailid": .text(sale.customer?.emailid)
        case "contactno": .text(sale.customer?.contactno)
        case "returnOf": .integer(sale.returnOf?.number)
        case "voidReason": .text(sale.voidReason)
        // A return takes back its share of what was taken off the whole sale.
        case "discount" where sale.isReturn: .word(line.wholeDiscount?.plainText)
        case "saleDiscount" where sale.isReturn: .word(nil)
        case "cost": .money(line.unitCost)
        case "time": .word(sale.time?.description)
        case "isWalkIn": .flag(sale.isWalkIn)
        case "isOnAccount": .flag(sale.isOnAccount)
        default: line.value(column, of: sale)
        }
    }

    /// The discount with the share of that of the whole sale; nil for none.
    private var wholeDiscount: Discount? {
        let amount = discountAmount + share
        return amount == 0 ? nil : Discount(amount)
    }
}

extension QuoteLine {
    /// The lines of all quotes, each with its quote.
    static let list = ExportList<QuoteLine>(
        .quoteLine, fileName: "quote-lines", of: "quote", with: "sale",
        searching: [["quote", "buyerName"]],
        columns: [
            "number", "position", "date", "validThrough", "customer", "customerName", "buyerName",
            "buyerAddress", "note", "saleDiscount", "voidedAt", "sale", "numberText", "product",
            "productName", "sku", "barcode", "quantity", "unitPrice", "discount", "taxRate",
        ]
    ) { line, column in
        guard let quote = line.quote else { return .word(nil) }
        return switch column {
        case "validThrough": .day(quote.lastDay)
        case "buyerName": .text(quote.buyerName)
        case "buyerAddress": .text(quote.buyerAddress)
        case "sale": .integer(quote.sale?.number)
        default: line.value(column, of: quote)
        }
    }
}

extension PricedLine {
    /// The value of the line in a column that sales and quotes share.
    fileprivate func value(_ column: String, of paper: some PricedPaper) -> FieldValue {
        switch column {
        case "number": .integer(paper.number)
        case "numberText": .text(paper.numberText)
        case "position": .integer(paper.lines.firstIndex { $0 === self }.map { Int64($0 + 1) })
        case "date": .day(paper.day)
        case "customer": .integer(paper.customer?.objectID.recordNumber)
        case "customerName": .text(paper.customer?.name)
        case "note": .text(paper.note)
        case "saleDiscount": .word(paper.discount?.plainText)
        case "voidedAt": .instant(paper.voidedAt)
        case "product": .integer(product?.objectID.recordNumber)
        case "productName": .text(product?.name)
        case "quantity": .quantity(quantity)
        case "unitPrice": .money(unitPrice)
        case "discount": .word(discount?.plainText)
        case "taxRate": .text(taxRate?.title)
        case "itemKey": .word(itemKey?.uuidString)
        // SKU and barcode are for imports.
        default: .word(nil)
        }
    }
}

extension ExportList where Record: PricedLine {
    /// The list of lines of papers.
    ///
    /// - Parameters:
    ///   - paper: the relationship to the sale or the quote.
    ///   - related: a further relationship of the paper to prefetch.
    ///   - texts: further searched texts. Default: none.
    ///   - columns: the names of the columns.
    ///   - value: returns the value of a line in a column.
    fileprivate init(
        _ entity: EntityName, fileName: String, of paper: String, with related: String,
        searching texts: [[String]] = [], columns: [String],
        value: @escaping @Sendable (Record, String) -> FieldValue
    ) {
        self.init(
            entity: entity, fileName: fileName,
            orders: [
                .init(name: "number", keyPath: "\(paper).number"),
                .init(name: "date", keyPath: "\(paper).date"),
                .init(name: "customer", keyPath: "\(paper).customer.name", isText: true),
                .init(name: "product", keyPath: "product.name", isText: true),
                .init(name: "quantity", keyPath: "quantity"),
                .init(name: "unitPrice", keyPath: "unitPrice"),
            ],
            searched: [["product", "name"], [paper, "customer", "name"]] + texts,
            day: [paper, "date"],
            prefetching: ["product", "taxRate", paper]
                + ["customer", "lines", related].map { "\(paper).\($0)" },
            members: columns.map { column in RecordMember(column) { value($0, column) } })
    }
}
