import Domain
import Foundation
import Persistence

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
