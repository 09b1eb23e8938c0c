import Domain
import Foundation
import Hummingbird
import Persistence

/// The lines of all quotes, with the quote on each, for spreadsheets and for programs, written as they are
/// read.
struct QuoteLineTable: Sendable {
    private let shop: Shop

    init(_ shop: Shop) {
        self.shop = shop
    }

    private static let columns = ImportKind.quotes.columns
    /// The columns with whole numbers.
    private static let numbers: Set<ImportColumn> = [
        .number, .position, .customer, .sale, .product, .quantity,
    ]
    private static let relationships = [
        "customer", "sale", "lines", "lines.product", "lines.taxRate",
    ]

    /// The table. Which quotes it has is decided before its first byte.
    func response() async throws -> Response {
        RecordTable<Quote>(
            container: shop.household.container, columns: Self.columns.map(\.rawValue),
            prefetching: Self.relationships
        ) { quotes, table, _ in
            for quote in quotes {
                for (index, line) in quote.lines.enumerated() {
                    table.append(
                        Self.columns.map { line.cell($0, position: index + 1, of: quote) })
                }
            }
        }.response(try await ids(), fileName: "quote-lines")
    }

    /// The same for programs, under the names of the table.
    func jsonResponse() async throws -> Response {
        let batches = RecordBatches<Quote>(
            container: shop.household.container, prefetching: Self.relationships)
        return RecordArray(batches: batches) { quote in
            quote.lines.enumerated().map { index, line in
                .object(
                    Self.columns.map { column in
                        let cell = line.cell(column, position: index + 1, of: quote)
                        return (column.rawValue, cell.json(isNumber: Self.numbers.contains(column)))
                    })
            }
        }.response(try await ids())
    }

    private func ids() async throws -> [ManagedObjectID] {
        try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            var request = FetchRequest<Quote>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try $0.fetchObjectIDs(request)
        }
    }
}

extension QuoteLine {
    /// The cell of the line under a column.
    fileprivate func cell(
        _ column: ImportColumn, position: Int, of quote: Quote
    ) -> CSVDocument.Cell {
        switch column {
        case .number: .int(quote.number)
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
        case .quantity: .int(quantity)
        case .unitPrice: .plain(unitPrice.map(Money.plainText))
        case .discount: .plain(discount?.plainText)
        case .taxRate: .text(taxRate?.title)
        // A line has nothing of the other kinds.
        default: .plain(nil)
        }
    }
}

extension CSVDocument.Cell {
    /// The cell for programs: its number, its text, or null.
    fileprivate func json(isNumber: Bool) -> JSONValue {
        switch self {
        case .text(let text), .plain(let text):
            if isNumber { return .int(text.flatMap { Int($0) }) }
            return .string(text.flatMap { $0.isEmpty ? nil : $0 })
        }
    }
}
