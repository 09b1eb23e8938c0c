import Domain
import Foundation

extension SaleValues {
    /// The columns of a CSV export.
    static let csvColumns = [
        "id", "number", "date", "customer", "customerName", "products", "quantity", "total",
        "returnOf", "voidedAt", "voidReason", "time", "note", "isWalkIn", "isOnAccount",
        "numberText",
    ]

    /// The cells of the sale in the order of the columns; the sale of a return by its number.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .int(number), .plain(day.description),
            .int(customer?.recordNumber), .text(customer?.name), .text(productsText),
            .decimal(lines.reduce(0) { $0 + $1.quantity }), .plain(Money.plainText(total)),
            .int(returnOf?.number), .plain(voidedAt.map(ISO8601Text.utc)), .text(voidReason),
            .plain(time?.description), .text(note), .plain(isWalkIn ? "yes" : "no"),
            .plain(isOnAccount ? "yes" : "no"), .text(numberText),
        ]
    }
}
