import Foundation
import ObjectModel
import Persistence

extension StoreTable {
    /// The lines of sales: those of this program's model in any version, or else those of an entity
    /// with a product and a day, by their names; nil if there are none.
    static func sales(of model: ManagedObjectModel, _ mapping: ColumnMapping) -> StoreTable? {
        if model["SaleLine"] != nil, model["Sale"] != nil { return ownSales(of: model) }
        let candidates = model.entities.filter { !$0.isAbstract }.compactMap { entity in
            lines(entity.name, model, mapping)
        }
        return candidates.max { $0.sources.count < $1.sources.count }
    }

    private static func ownSales(of model: ManagedObjectModel) -> StoreTable {
        let line = "SaleLine"
        let paths: [(ImportColumn, [String], Form)] = [
            (.number, ["sale", "number"], .value), (.date, ["sale", "date"], .value),
            (.customerName, ["sale", "customer", "name"], .value),
            (.emailid, ["sale", "customer", "emailid"], .value),
            (.contactno, ["sale", "customer", "contactno"], .value),
            (.returnOf, ["sale", "returnOf", "number"], .value),
            (.voidedAt, ["sale", "voidedAt"], .value),
            (.voidReason, ["sale", "voidReason"], .value),
            (.time, ["sale", "minuteOfDay"], .own(OwnSaleText.time)),
            (.note, ["sale", "note"], .value), (.isWalkIn, ["sale", "isWalkIn"], .value),
            (.numberText, ["sale", "numberText"], .value),
            (
                .isOnAccount, ["sale", "owedCents"],
                .own { try OwnSaleText.isOwed($0) ? "yes" : "no" }
            ), (.productName, ["product", "name"], .value), (.quantity, ["quantity"], .value),
            (.unitPrice, ["unitPrice"], .value),
            (.discount, ["shareCents"], .own(OwnSaleText.discount(ofLine:))),
            (.saleDiscount, ["sale", "discountCents"], .own(OwnSaleText.discount(ofSaleOf:))),
            (.taxRate, ["taxRate", "percent"], .own(OwnSaleText.tax)),
            (.itemKey, ["itemKey"], .value), (.cost, ["unitCost"], .value),
        ]
        let sources = paths.filter { model.attribute(at: $0.1, from: line) != nil }.map {
            Source(
                name: $0.1.joined(separator: "."), place: .init(column: $0.0), path: $0.1,
                form: $0.2)
        }
        return StoreTable(.lines, line, sources, names: [])
    }
}

/// The values of a line in a store of this program, in the format of an export of lines.
private enum OwnSaleText {
    /// The discount on a line. A return has its share of the discount on the whole sale.
    static func discount(ofLine line: ManagedObject) throws -> String {
        guard try original(ofSaleOf: line) != nil else { return try discount(of: line) }
        let all = try cents("discountCents", of: line) + cents("shareCents", of: line)
        return all > 0 ? Discount.cents(all).plainText : ""
    }

    /// The discount on the whole sale of a line; empty for a return.
    static func discount(ofSaleOf line: ManagedObject) throws -> String {
        guard let sale = try sale(of: line), try original(ofSaleOf: line) == nil else { return "" }
        return try discount(of: sale)
    }

    /// The title of the tax of a line; empty for none.
    static func tax(of line: ManagedObject) throws -> String {
        guard let rate = try line.value(forKey: "taxRate") as? ManagedObject,
            case .string(let name) = try rate.attributeValue(forKey: "name"),
            let percent = try rate.attributeValue(forKey: "percent").decimalValue.flatMap(
                Percent.init)
        else { return "" }
        return "\(name) \(percent)"
    }

    /// The time of the sale of a line; empty for none.
    static func time(of line: ManagedObject) throws -> String {
        let minute = try sale(of: line)?.attributeValue(forKey: "minuteOfDay").wholeNumber
        return minute.flatMap { TimeOfDay(minute: Int($0)) }?.description ?? ""
    }

    /// Whether a customer still owes part of a line's sale. Payments are not imported, and the
    /// purchases of a removed customer are owed by no one.
    static func isOwed(_ line: ManagedObject) throws -> Bool {
        guard let sale = try sale(of: line), try sale.value(forKey: "customer") != nil else {
            return false
        }
        return try cents("owedCents", of: sale) > 0
    }

    private static func discount(of object: ManagedObject) throws -> String {
        let percent = try object.attributeValue(forKey: "discountPercent").decimalValue
        return Discount(percent: percent, cents: try cents("discountCents", of: object))?.plainText
            ?? ""
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
