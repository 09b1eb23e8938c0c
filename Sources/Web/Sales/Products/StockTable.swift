import Domain
import Hummingbird
import Persistence

/// The journal of the stock, for spreadsheets and for programs, in the order of its steps, written as they
/// are read.
struct StockTable: Sendable {
    private let product: ManagedObjectID?
    private let shop: Shop

    /// - Parameter product: whose steps it has; nil for those of all products.
    init(of product: ManagedObjectID? = nil, _ shop: Shop) {
        self.product = product
        self.shop = shop
    }

    private static let relationships = ["product", "line", "line.sale"]

    /// The table. Which steps it has is decided before its first byte.
    func response() async throws -> Response {
        RecordTable<StockEntry>(
            container: shop.household.container, columns: StockEntry.csvColumns,
            prefetching: Self.relationships
        ) { steps, table, _ in
            for step in steps { table.append(step.csvCells) }
        }.response(try await ids(), fileName: "stock")
    }

    /// The same for programs, under the names of the table.
    func jsonResponse() async throws -> Response {
        let batches = RecordBatches<StockEntry>(
            container: shop.household.container, prefetching: Self.relationships)
        return RecordArray(batches: batches) { [$0.json] }.response(try await ids())
    }

    private func ids() async throws -> [ManagedObjectID] {
        try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            var request = FetchRequest<StockEntry>()
            if let product { request.predicate = .key("product") == product }
            request.sortDescriptors = [FetchSortDescriptor("date")]
            return try $0.fetchObjectIDs(request)
        }
    }
}

extension StockEntry {
    /// The columns of the table for spreadsheets.
    fileprivate static let csvColumns = [
        "id", "date", "product", "productName", "sku", "barcode", "kind", "change", "level", "sale",
        "note",
    ]

    /// The cells of the step, under these columns.
    fileprivate var csvCells: [CSVDocument.Cell] {
        [
            .int(objectID.recordNumber), .plain(date.map(ISO8601Text.utc)),
            .int(product?.objectID.recordNumber), .text(product?.name), .text(product?.sku),
            .text(product?.barcode), .plain(kind), .int(change), .int(level),
            .int(line?.sale?.number), .text(note),
        ]
    }

    /// The step for programs.
    fileprivate var json: JSONValue {
        .object([
            ("id", .int(objectID.recordNumber)), ("date", .date(date)),
            (
                "product",
                .object([
                    ("id", .int(product?.objectID.recordNumber)), ("name", .string(product?.name)),
                ])
            ),
            ("sku", .string(product?.sku)), ("barcode", .string(product?.barcode)),
            ("kind", .string(kind)), ("change", .int(Int(change))), ("level", .int(Int(level))),
            ("sale", line?.sale.map { SaleReference($0).json } ?? .null), ("note", .string(note)),
        ])
    }
}
