import Foundation
import Persistence

/// What a line of a sale of this program's own has, as an export of lines writes it.
enum OwnSaleText {
    /// What is taken off a line. A return takes back its share of what was taken off the whole sale.
    ///
    /// - Throws: errors of the store.
    static func discount(ofLine line: ManagedObject) throws -> String {
        guard try original(ofSaleOf: line) != nil else { return try discount(of: line) }
        let all = try cents("discountCents", of: line) + cents("shareCents", of: line)
        return all > 0 ? Discount.cents(all).plainText : ""
    }

    /// What is taken off the whole sale of a line; nothing for a return.
    ///
    /// - Throws: errors of the store.
    static func discount(ofSaleOf line: ManagedObject) throws -> String {
        guard let sale = try sale(of: line), try original(ofSaleOf: line) == nil else { return "" }
        return try discount(of: sale)
    }

    /// The title of the tax of a line; empty for none.
    ///
    /// - Throws: errors of the store.
    static func tax(of line: ManagedObject) throws -> String {
        guard let rate = try line.value(forKey: "taxRate") as? ManagedObject,
            case .string(let name) = try rate.attributeValue(forKey: "name"),
            let percent = try rate.attributeValue(forKey: "percent").decimalValue.flatMap(
                Percent.init)
        else { return "" }
        return "\(name) \(percent)"
    }

    /// Whether a customer still owes something of the sale of a line. Payments do not come along, and nobody
    /// owes what a removed customer bought.
    ///
    /// - Throws: errors of the store.
    static func isOwed(_ line: ManagedObject) throws -> Bool {
        guard let sale = try sale(of: line), try sale.value(forKey: "customer") != nil else {
            return false
        }
        return try cents("owedCents", of: sale) > 0
    }

    private static func discount(of object: ManagedObject) throws -> String {
        let percent = try object.attributeValue(forKey: "discountPercent").decimalValue
        return Discount(percent: percent, cents: try cents("discountCents", of: object))?
            .plainText ?? ""
    }

    private static func cents(_ key: String, of object: ManagedObject) throws -> Int64 {
        try object.attributeValue(forKey: key).wholeNumber ?? 0
    }

    private static func sale(of line: ManagedObject) throws -> ManagedObject? {
        try line.value(forKey: "sale") as? ManagedObject
    }

    private static func original(ofSaleOf line: ManagedObject) throws -> ManagedObject? {
        try sale(of: line)?.value(forKey: "returnOf") as? ManagedObject
    }
}
