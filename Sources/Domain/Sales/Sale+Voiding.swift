public import Foundation
import Persistence

extension Sale {
    /// Makes the sale count nowhere; it stays with its number.
    ///
    /// - Throws: ``SaleRefusal`` if it is void already, if something came back from it, or without a
    ///   reason.
    public func void(reason: String, at date: Date = Date()) throws {
        var faults: [SaleFault] = []
        if isVoid { faults.append(SaleFault("reason", "Sale \(number) is void already.")) }
        if returns.contains(where: { !$0.isVoid }) {
            faults.append(
                SaleFault(
                    "reason", "Something came back from sale \(number); void the return first."))
        }
        if reason.isEmpty { faults.append(SaleFault("reason", "Give the reason.")) }
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        voidedAt = date
        voidReason = reason
        guard let context = managedObjectContext else { return }
        for key in lines.compactMap(\.itemKey) { try Item.updateSoldDate(of: key, in: context) }
    }
}
