import Domain
import Foundation
import Hummingbird
import Persistence

/// The payments of a period, for spreadsheets and for programs, written as they are read; void ones too.
struct PaymentTable: Sendable {
    private let period: SalesPeriod
    private let shop: Shop

    init(_ period: SalesPeriod, _ shop: Shop) {
        self.period = period
        self.shop = shop
    }

    private static let relationships = ["kind", "sale", "sale.customer"]

    /// The table. Which payments it has is decided before its first byte.
    func response() async throws -> Response {
        RecordTable<Payment>(
            container: shop.household.container, columns: PaymentValues.csvColumns,
            prefetching: Self.relationships
        ) { payments, table, _ in
            for payment in payments { table.append(PaymentValues(payment).csvCells(of: payment)) }
        }.response(try await ids(), fileName: "payments")
    }

    /// The same for programs, under the names of the table.
    func jsonResponse() async throws -> Response {
        let batches = RecordBatches<Payment>(
            container: shop.household.container, prefetching: Self.relationships)
        return RecordArray(batches: batches) { [links = shop.links] payment in
            let isCash = JSONValue.bool(payment.kind?.isCash == true)
            let sale = payment.sale.map { SaleReference($0).json } ?? .null
            let members = PaymentValues(payment).members(links)
            return [.object(members + [("isCash", isCash), ("sale", sale)])]
        }.response(try await ids())
    }

    private func ids() async throws -> [ManagedObjectID] {
        try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            try $0.fetchObjectIDs(Payment.request(of: period))
        }
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
