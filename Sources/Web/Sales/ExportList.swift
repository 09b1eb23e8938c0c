import Domain
import Foundation
import Hummingbird
import Persistence

/// A list of an entity's records as CSV and JSON, without a page.
struct ExportList<Record: ManagedObject>: ListedResource {
    let site: Site
    let words: ResourceWords
    let paths: ResourcePaths
    let place = ResourcePlace(section: .sales, subsection: .sales)
    let entities: Set<EntityName>? = EntityName.sales
    let list: ListDescription
    let prefetching: [String]
    let members: [RecordMember<DescribedValues<Record>>]
    /// The condition for its records; nil for all.
    private let condition: FetchPredicate?
    /// The key path of the day for `from` and `to`; nil for none.
    private let day: [String]?

    /// - Parameters:
    ///   - many: the words for its records.
    ///   - order: the column that it is sorted by.
    ///   - columnPaths: the key paths of columns that are not attributes, to sort by them.
    ///   - searched: the key paths of the searched texts.
    ///   - members: the columns of the table, and the members of JSON.
    init(
        _ many: String, of shop: Shop, at path: SitePath, fileName: String,
        order: String, columnPaths: [String: String], searched: [[String]], day: [String]? = nil,
        prefetching: [String] = [], where condition: FetchPredicate? = nil,
        members: [RecordMember<DescribedValues<Record>>]
    ) {
        site = shop.site
        words = ResourceWords(one: many, many: many, icon: "", emptyHeading: "", emptyText: "")
        paths = ResourcePaths(path, fileName: fileName)
        let period = [("from", "From"), ("to", "To")].map {
            ListParameters.Filter(name: $0, label: $1, kind: .day)
        }
        list = ListDescription(
            parameters: ListParameters(
                sortKeys: [order], filters: day == nil ? [] : period),
            example: "", orders: [("", SortOrder(order))], columns: [], searched: searched,
            columnPaths: columnPaths)
        (self.day, self.prefetching, self.members) = (day, prefetching, members)
        self.condition = condition
    }

    func request(_ list: ListRequest) -> FetchRequest<Record> {
        var conditions = conditions(ofSearch: list) + [condition].compactMap(\.self)
        if let day {
            let date = FetchExpression.keyPath(day)
            conditions += [
                list.query.day("from").map { date >= $0.date },
                list.query.day("to").map { date <= $0.date },
            ].compactMap(\.self)
        }
        return request(list, where: conditions, else: self.list.orders.first?.sort)
    }

    func values(
        _ records: [Record], in context: ManagedObjectContext
    ) -> [DescribedValues<Record>] {
        records.map { DescribedValues(record: $0) }
    }

    // Its records have no number in these formats, unless it is among the members.

    var schema: JSONSchema { members.schema() }

    func json(_ values: DescribedValues<Record>) throws -> JSONValue {
        try members.object(of: values)
    }

    var csvColumns: [String] { members.columns() }

    func csvCells(_ values: DescribedValues<Record>) throws -> [CSVDocument.Cell] {
        try members.cells(of: values)
    }
}

extension SiteRoutes {
    /// Adds the routes of a list that has CSV and JSON but no page.
    mutating func addExports(_ list: any ListedResource) {
        let actions = ListActions(list)
        for (path, use) in [
            (list.paths.list.csv, actions.indexCSV), (list.paths.list.json, actions.indexJSON),
        ] {
            get(path, by: .readers(of: .sales), as: .list(of: list), use: use)
        }
    }
}

extension SaleLine {
    /// The value of the line in a column of the lines of all sales.
    fileprivate func value(_ column: String) -> FieldValue {
        guard let sale else { return .word(nil) }
        return switch column {
        case "emailid": .text(sale.customer?.emailid)
        case "contactno": .text(sale.customer?.contactno)
        case "returnOf": .integer(sale.returnOf?.number)
        case "voidReason": .text(sale.voidReason)
        // A return takes back its share of what was taken off the whole sale.
        case "discount" where sale.isReturn: .word(wholeDiscount?.plainText)
        case "saleDiscount" where sale.isReturn: .word(nil)
        case "cost": .money(unitCost)
        case "time": .word(sale.time?.description)
        case "isWalkIn": .flag(sale.isWalkIn)
        case "isOnAccount": .flag(sale.isOnAccount)
        default: value(column, of: sale)
        }
    }

    /// The discount with the share of that of the whole sale; nil for none.
    private var wholeDiscount: Discount? {
        let amount = discountAmount + share
        return amount == 0 ? nil : Discount(amount)
    }
}

extension QuoteLine {
    /// The value of the line in a column of the lines of all quotes.
    fileprivate func value(_ column: String) -> FieldValue {
        guard let quote else { return .word(nil) }
        return switch column {
        case "validThrough": .day(quote.lastDay)
        case "buyerName": .text(quote.buyerName)
        case "buyerAddress": .text(quote.buyerAddress)
        case "sale": .integer(quote.sale?.number)
        default: value(column, of: quote)
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
    ///   - paths: the key paths of further columns, from the paper.
    ///   - columns: the names of the columns.
    ///   - value: returns the value of a line in a column.
    fileprivate init(
        _ many: String, of shop: Shop, at path: SitePath, fileName: String, paper: String,
        with related: String, searching texts: [[String]] = [], sortedBy paths: [String: String],
        columns: [String],
        value: @escaping @Sendable (Record) -> (String) -> FieldValue
    ) {
        self.init(
            many, of: shop, at: path, fileName: fileName,
            order: "number",
            columnPaths: paths.mapValues { "\(paper).\($0)" }.merging([
                "number": "\(paper).number", "date": "\(paper).date",
                "customer": "\(paper).customer.name", "customerName": "\(paper).customer.name",
                "note": "\(paper).note", "numberText": "\(paper).numberText",
                "voidedAt": "\(paper).voidedAt", "product": "product.name",
                "productName": "product.name", "taxRate": "taxRate.name", "cost": "unitCost",
            ]) { first, _ in first },
            searched: [["product", "name"], [paper, "customer", "name"]] + texts,
            day: [paper, "date"],
            prefetching: ["product", "taxRate", paper]
                + ["customer", "lines", related].map { "\(paper).\($0)" },
            members: columns.map { column in
                RecordMember(column) { value($0.record)(column) }
            })
    }
}

extension Shop {
    /// The lines of all sales, with sale and customer on each.
    var saleLines: ExportList<SaleLine> {
        ExportList(
            "lines of sales", of: self, at: .saleLines, fileName: "lines", paper: "sale",
            with: "returnOf",
            sortedBy: [
                "emailid": "customer.emailid", "contactno": "customer.contactno",
                "returnOf": "returnOf.number", "voidReason": "voidReason", "time": "minuteOfDay",
                "isWalkIn": "isWalkIn", "isOnAccount": "isOnAccount",
            ], columns: ImportKind.lines.columns.map(\.rawValue)
        ) { $0.value }
    }

    /// The lines of all quotes, each with its quote.
    var quoteLines: ExportList<QuoteLine> {
        ExportList(
            "lines of quotes", of: self, at: .quoteLines, fileName: "quote-lines", paper: "quote",
            with: "sale", searching: [["quote", "buyerName"]],
            sortedBy: [
                "validThrough": "validThrough", "buyerName": "buyerName",
                "buyerAddress": "buyerAddress", "sale": "sale.number",
            ],
            columns: [
                "number", "position", "date", "validThrough", "customer", "customerName",
                "buyerName", "buyerAddress", "note", "saleDiscount", "voidedAt", "sale",
                "numberText", "product", "productName", "sku", "barcode", "quantity", "unitPrice",
                "discount", "taxRate",
            ]
        ) { $0.value }
    }
}
