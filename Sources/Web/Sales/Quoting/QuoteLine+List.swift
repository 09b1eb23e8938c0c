import Domain
import Foundation
import Persistence

extension QuoteLine {
    /// The lines of all quotes, each with its quote.
    static let list = ExportList<QuoteLine>(
        entity: .quoteLine, fileName: "quote-lines",
        orders: [
            .init(name: "number", keyPath: "quote.number"),
            .init(name: "date", keyPath: "quote.date"),
            .init(name: "customer", keyPath: "quote.customer.name", isText: true),
            .init(name: "product", keyPath: "product.name", isText: true),
            .init(name: "quantity", keyPath: "quantity"),
            .init(name: "unitPrice", keyPath: "unitPrice"),
        ],
        searched: [["product", "name"], ["quote", "customer", "name"], ["quote", "buyerName"]],
        day: ["quote", "date"],
        prefetching: [
            "product", "taxRate", "quote", "quote.customer", "quote.sale", "quote.lines",
        ], columns: ImportKind.quotes.columns.map(\.rawValue), cells: { $0.csvCells },
        json: { line, _ in
            .object(
                zip(ImportKind.quotes.columns, line.csvCells).map { column, cell in
                    (column.rawValue, cell.json(isNumber: numbers.contains(column)))
                })
        })

    /// The columns with numbers.
    private static let numbers: Set<ImportColumn> = [
        .number, .position, .customer, .sale, .product, .quantity,
    ]

    /// The cells of the line in the columns of the import of quotes.
    private var csvCells: [CSVDocument.Cell] {
        guard let quote else { return ImportKind.quotes.columns.map { _ in .plain(nil) } }
        let position = (quote.lines.firstIndex(of: self) ?? 0) + 1
        return ImportKind.quotes.columns.map { cell($0, position: position, of: quote) }
    }

    /// The cell of the line in a column.
    private func cell(
        _ column: ImportColumn, position: Int, of quote: Quote
    ) -> CSVDocument.Cell {
        switch column {
        case .number: .int(quote.number)
        case .numberText: .text(quote.numberText)
        case .position: .int(position)
        case .date: .plain(quote.day?.description)
        case .validThrough: .plain(quote.lastDay?.description)
        case .customer: .int(quote.customer?.objectID.recordNumber)
        case .customerName: .text(quote.customer?.name)
        case .buyerName: .text(quote.buyerName)
        case .buyerAddress: .text(quote.buyerAddress)
        case .note: .text(quote.note)
        case .saleDiscount: .plain(quote.discount?.plainText)
        case .voidedAt: .plain(quote.voidedAt.map(ISO8601Text.utc))
        case .sale: .int(quote.sale?.number)
        case .product: .int(product?.objectID.recordNumber)
        case .productName: .text(product?.name)
        case .quantity: .decimal(quantity)
        case .unitPrice: .plain(unitPrice.map(Money.plainText))
        case .discount: .plain(discount?.plainText)
        case .taxRate: .text(taxRate?.title)
        // The columns of other kinds are empty.
        default: .plain(nil)
        }
    }
}
