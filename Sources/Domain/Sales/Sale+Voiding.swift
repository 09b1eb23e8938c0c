public import Foundation
import Persistence

extension Sale {
    /// Makes the sale and its payments void; it keeps its number.
    ///
    /// - Throws: ``SaleRefusal`` if it is void already, has returns or a closed day, or without a
    ///   reason.
    public func void(reason: String, at date: Date = Date()) throws {
        var faults = try voidingFaults()
        if reason.isEmpty { faults.add("reason", "Enter a reason.") }
        try faults.check()
        voidedAt = date
        voidReason = reason
        for payment in payments where !payment.isVoid {
            payment.voidedAt = date
            payment.voidReason = reason
        }
        try updateOwedAmounts()
        guard let context = managedObjectContext else { return }
        revertStock(in: context)
        for key in lines.compactMap(\.itemKey) { try Item.updateSoldDate(of: key, in: context) }
    }

    /// The reasons why the sale cannot be made void; empty if it can.
    ///
    /// - Throws: errors of the store.
    public func voidingFaults() throws -> [SaleFault] {
        var faults: [SaleFault] = []
        if isVoid { faults.add("reason", "Sale \(writtenNumber) is void already.") }
        if returns.contains(where: { !$0.isVoid }) {
            faults.add("reason", "Sale \(writtenNumber) has a return; void the return first.")
        }
        if let invoice, !isVoid {
            faults.add(
                "reason",
                "Sale \(writtenNumber) has invoice \(invoice.writtenNumber): return it instead, so that the "
                    + "numbers of invoices stay without a gap.")
        }
        guard let context = managedObjectContext else { return faults }
        let days = [day] + payments.filter { !$0.isVoid }.map(\.day)
        for day in Set(days.compactMap(\.self)).sorted() {
            guard try ClosedDay.isClosed(day, in: context) else { continue }
            faults.add("reason", "\(day) is closed and cannot change; return the items instead.")
        }
        return faults
    }
}
