import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// The lines of all sales, with sale and customer on each, written as they are read.
struct SaleLineTable: Sendable {
    private let shop: Shop

    /// Sales that are read and written at once.
    private static let batchSize = 500

    init(_ shop: Shop) {
        self.shop = shop
    }

    /// The answer. Which sales it has is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await shop.household.container.read { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetchObjectIDs(request)
        }
        let document = CSVDocument(columns: ImportKind.lines.columns.map(\.rawValue))
        var response = document.response(fileName: "lines")
        response.body = ResponseBody { writer in
            try await writer.write(document.buffer)
            for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
                let batch = ids[start..<min(start + Self.batchSize, ids.count)]
                try await writer.write(rows(of: Array(batch)))
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func rows(of ids: [ManagedObjectID]) async throws -> ByteBuffer {
        try await shop.household.container.read { context in
            var request = FetchRequest<Sale>()
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
            request.relationshipKeyPathsForPrefetching = [
                "customer", "lines", "lines.product", "returnOf",
            ]
            let sales = Dictionary(
                try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
            var table = CSVDocument()
            for sale in ids.compactMap({ sales[$0] }) {
                for (index, line) in sale.lines.enumerated() {
                    table.append(line.csvCells(position: index + 1, of: sale))
                }
            }
            return table.buffer
        }
    }
}

extension SaleLine {
    /// The cells of the line, under the columns that an import of lines reads.
    fileprivate func csvCells(position: Int, of sale: Sale) -> [CSVDocument.Cell] {
        ImportKind.lines.columns.map { column in
            switch column {
            case .number: .int(sale.number)
            case .position: .int(position)
            case .date: .plain(sale.day?.description)
            case .customer: .int(sale.customer?.objectID.recordNumber)
            case .customerName: .text(sale.customer?.name)
            case .emailid: .text(sale.customer?.emailid)
            case .contactno: .text(sale.customer?.contactno)
            case .returnOf: .int(sale.returnOf?.number)
            case .voidedAt: .plain(sale.voidedAt.map(ISO8601Text.utc))
            case .voidReason: .text(sale.voidReason)
            case .product: .int(product?.objectID.recordNumber)
            case .productName: .text(product?.name)
            case .quantity: .int(quantity)
            case .unitPrice: .plain(unitPrice.map(Money.plainText))
            case .itemKey: .plain(itemKey?.uuidString)
            case .id, .name, .price, .retiredAt, .cardBrand, .cardLastFour, .cardHolder,
                .cardExpiry:
                .plain(nil)
            }
        }
    }
}
