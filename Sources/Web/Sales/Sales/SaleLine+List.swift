import Domain
import Foundation
import Hummingbird
import Persistence

extension SaleLine {
    /// The lines of all sales, with sale and customer on each.
    static let list = ExportList<SaleLine>(
        entity: .saleLine, fileName: "lines",
        orders: [
            .init(name: "number", keyPath: "sale.number"),
            .init(name: "date", keyPath: "sale.date"),
            .init(name: "customer", keyPath: "sale.customer.name", isText: true),
            .init(name: "product", keyPath: "product.name", isText: true),
            .init(name: "quantity", keyPath: "quantity"),
            .init(name: "unitPrice", keyPath: "unitPrice"),
        ],
        searched: [["product", "name"], ["sale", "customer", "name"]], day: ["sale", "date"],
        prefetching: [
            "product", "taxRate", "sale", "sale.customer", "sale.lines", "sale.returnOf",
        ], columns: ImportKind.lines.columns.map(\.rawValue), cells: { $0.csvCells },
        json: { line, _ in
            .object(
                zip(ImportKind.lines.columns, line.csvCells).map { column, cell in
                    (
                        column.rawValue,
                        cell.json(
                            isNumber: numbers.contains(column), isFlag: flags.contains(column))
                    )
                })
        })

    /// The columns with numbers.
    private static let numbers: Set<ImportColumn> = [
        .number, .position, .customer, .returnOf, .product, .quantity,
    ]
    private static let flags: Set<ImportColumn> = [.isWalkIn, .isOnAccount]

    /// The cells of the line, under the columns that an import of lines reads.
    fileprivate var csvCells: [CSVDocument.Cell] {
        guard let sale else { return ImportKind.lines.columns.map { _ in .plain(nil) } }
        let position = sale.lines.firstIndex(of: self).map { $0 + 1 }
        return ImportKind.lines.columns.map { column in
            switch column {
            case .number: .int(sale.number)
            case .numberText: .text(sale.numberText)
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
            case .quantity: .decimal(quantity)
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

/// The list of the lines of all sales, which can be imported again.
struct SaleLinesController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            SitePath.saleLines.csv, by: .readers(of: .sales),
            as: .list(SaleLine.list.parameters, of: .any), use: indexCSV)
        routes.get(
            SitePath.saleLines.json, by: .readers(of: .sales),
            as: .list(SaleLine.list.parameters, of: .any), use: indexJSON)
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await shop.site.csv(for: request, SaleLine.list)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await shop.site.json(
            for: request, context, dependingOn: EntityName.sales, SaleLine.list)
    }
}
