import Domain
import Foundation
import Hummingbird
import Persistence

/// The lines of all sales, with sale and customer on each, written as they are read.
struct SaleLineTable: Sendable {
    private let shop: Shop

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
        return RecordTable<Sale>(
            container: shop.household.container,
            columns: ImportKind.lines.columns.map(\.rawValue),
            prefetching: ["customer", "lines", "lines.product", "lines.taxRate", "returnOf"]
        ) { sales, table, _ in
            for sale in sales {
                for (index, line) in sale.lines.enumerated() {
                    table.append(line.csvCells(position: index + 1, of: sale))
                }
            }
        }.response(ids, fileName: "lines")
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
            // A return takes back its share of what was taken off the whole sale.
            case .discount:
                .plain(
                    sale.isReturn
                        ? Discount(discountAmount + share).flatMap {
                            discountAmount + share == 0 ? nil : $0.plainText
                        } : discount?.plainText)
            case .taxRate: .text(taxRate?.title)
            case .saleDiscount: .plain(sale.isReturn ? nil : sale.discount?.plainText)
            case .itemKey: .plain(itemKey?.uuidString)
            case .cost: .plain(unitCost.map(Money.plainText))
            case .time: .plain(sale.time?.description)
            case .note: .text(sale.note)
            case .isWalkIn: .plain(sale.isWalkIn ? "yes" : "no")
            case .isOnAccount: .plain(sale.isOnAccount ? "yes" : "no")
            // A line has nothing of the other kinds.
            default: .plain(nil)
            }
        }
    }
}
