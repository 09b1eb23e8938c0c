import Domain
import Foundation
import Persistence

extension SaleLine {
    /// The lines of all sales, with sale and customer on each.
    static let list = ExportList<SaleLine>(
        .saleLine, fileName: "lines", of: "sale", with: "returnOf",
        columns: ImportKind.lines.columns.map(\.rawValue)
    ) { line, column in
        guard let sale = line.sale else { return .plain(nil) }
        return switch column {
        case "emailid": .text(sale.customer?.emailid)
        case "contactno": .text(sale.customer?.contactno)
        case "returnOf": .int(sale.returnOf?.number)
        case "voidReason": .text(sale.voidReason)
        // A return takes back its share of what was taken off the whole sale.
        case "discount" where sale.isReturn: .plain(line.wholeDiscount?.plainText)
        case "saleDiscount" where sale.isReturn: .plain(nil)
        case "cost": .plain(line.unitCost.map(Money.plainText))
        case "time": .plain(sale.time?.description)
        case "isWalkIn": .plain(sale.isWalkIn ? "yes" : "no")
        case "isOnAccount": .plain(sale.isOnAccount ? "yes" : "no")
        default: line.cell(column, of: sale)
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
        guard let quote = line.quote else { return .plain(nil) }
        return switch column {
        case "validThrough": .plain(quote.lastDay?.description)
        case "buyerName": .text(quote.buyerName)
        case "buyerAddress": .text(quote.buyerAddress)
        case "sale": .int(quote.sale?.number)
        default: line.cell(column, of: quote)
        }
    }
}

extension PricedLine {
    /// The cell of the line in a column that sales and quotes share.
    fileprivate func cell(_ column: String, of paper: some PricedPaper) -> CSVDocument.Cell {
        switch column {
        case "number": .int(paper.number)
        case "numberText": .text(paper.numberText)
        case "position": .int(paper.lines.firstIndex { $0 === self }.map { $0 + 1 })
        case "date": .plain(paper.day?.description)
        case "customer": .int(paper.customer?.objectID.recordNumber)
        case "customerName": .text(paper.customer?.name)
        case "note": .text(paper.note)
        case "saleDiscount": .plain(paper.discount?.plainText)
        case "voidedAt": .plain(paper.voidedAt.map(ISO8601Text.utc))
        case "product": .int(product?.objectID.recordNumber)
        case "productName": .text(product?.name)
        case "quantity": .decimal(quantity)
        case "unitPrice": .plain(unitPrice.map(Money.plainText))
        case "discount": .plain(discount?.plainText)
        case "taxRate": .text(taxRate?.title)
        case "itemKey": .plain(itemKey?.uuidString)
        // SKU and barcode are for imports.
        default: .plain(nil)
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
    ///   - cell: returns the cell of a line in a column.
    fileprivate init(
        _ entity: EntityName, fileName: String, of paper: String, with related: String,
        searching texts: [[String]] = [], columns: [String],
        cell: @escaping @Sendable (Record, String) -> CSVDocument.Cell
    ) {
        let numbers: Set = [
            "number", "position", "customer", "returnOf", "sale", "product", "quantity",
        ]
        let flags: Set = ["isWalkIn", "isOnAccount"]
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
            columns: columns,
            cells: { line in columns.map { cell(line, $0) } },
            json: { line, _ in
                .object(
                    columns.map { column in
                        let value = cell(line, column).json(
                            isNumber: numbers.contains(column), isFlag: flags.contains(column))
                        return (column, value)
                    })
            })
    }
}
