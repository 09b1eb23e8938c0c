import Domain
import Hummingbird
import Persistence

/// The journal of the stock as a table for spreadsheets, in the order of its steps, written as they are
/// read.
struct StockTable: Sendable {
    private let product: ManagedObjectID?
    private let shop: Shop

    /// - Parameter product: whose steps it has; nil for those of all products.
    init(of product: ManagedObjectID? = nil, _ shop: Shop) {
        self.product = product
        self.shop = shop
    }

    /// The answer. Which steps it has is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            var request = FetchRequest<StockEntry>()
            if let product {
                request.predicate = .comparison(
                    FetchComparison(.keyPath(["product"]), .equal, .constant(.object(product))))
            }
            request.sortDescriptors = [FetchSortDescriptor("date")]
            return try $0.fetchObjectIDs(request)
        }
        return RecordTable<StockEntry>(
            container: shop.household.container, columns: StockEntry.csvColumns,
            prefetching: ["product", "line", "line.sale"]
        ) { steps, table, _ in
            for step in steps { table.append(step.csvCells) }
        }.response(ids, fileName: "stock")
    }
}

extension StockEntry {
    /// The columns of the table for spreadsheets.
    fileprivate static let csvColumns = [
        "id", "date", "product", "productName", "kind", "change", "level", "sale", "note",
    ]

    /// The cells of the step, under these columns.
    fileprivate var csvCells: [CSVDocument.Cell] {
        [
            .int(objectID.recordNumber), .plain(date.map(ISO8601Text.utc)),
            .int(product?.objectID.recordNumber), .text(product?.name), .plain(kind),
            .int(change), .int(level), .int(line?.sale?.number), .text(note),
        ]
    }
}
