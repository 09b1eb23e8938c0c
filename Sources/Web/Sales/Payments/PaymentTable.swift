import Domain
import Foundation
import Hummingbird
import Persistence

/// The payments of a period as a table for spreadsheets, written as they are read; void ones too.
struct PaymentTable: Sendable {
    private let period: SalesPeriod
    private let shop: Shop

    init(_ period: SalesPeriod, _ shop: Shop) {
        self.period = period
        self.shop = shop
    }

    /// The answer. Which payments it has is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            try $0.fetchObjectIDs(Payment.request(of: period))
        }
        return RecordTable<Payment>(
            container: shop.household.container, columns: PaymentValues.csvColumns,
            prefetching: ["kind", "sale", "sale.customer"]
        ) { payments, table, _ in
            for payment in payments { table.append(PaymentValues(payment).csvCells(of: payment)) }
        }.response(ids, fileName: "payments")
    }
}

extension PaymentValues {
    /// The columns of the table for spreadsheets.
    fileprivate static let csvColumns = [
        "number", "date", "time", "kind", "isCash", "amount", "tendered", "change", "reference",
        "sale", "customer", "customerName", "voidedAt", "voidReason",
    ]

    /// The cells of the payment, under these columns.
    fileprivate func csvCells(of payment: Payment) -> [CSVDocument.Cell] {
        let customer = payment.sale?.customer
        return [
            .int(number), .plain(day.description), .plain(time?.description), .text(kind),
            .plain(payment.kind?.isCash == true ? "yes" : "no"), .plain(Money.plainText(amount)),
            .plain(tendered > 0 ? Money.plainText(tendered) : nil),
            .plain(change > 0 ? Money.plainText(change) : nil), .text(reference),
            .int(payment.sale?.number), .int(customer?.objectID.recordNumber),
            .text(customer?.name), .plain(voidedAt.map(ISO8601Text.utc)), .text(voidReason),
        ]
    }
}
