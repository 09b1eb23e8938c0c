import ObjectModel

extension StoreTable {
    /// The lines of sales: those of this program's own model in any version, or else those of an entity that has a
    /// product and a day, by their names; nil if there are none.
    static func sales(of model: ManagedObjectModel, _ mapping: ColumnMapping) -> StoreTable? {
        if model["SaleLine"] != nil, model["Sale"] != nil { return ownSales(of: model) }
        let candidates = model.entities.filter { !$0.isAbstract }.compactMap { entity in
            LineSources(entity.name, model, mapping).table
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
            (.time, ["sale", "minuteOfDay"], .time), (.note, ["sale", "note"], .value),
            (.isWalkIn, ["sale", "isWalkIn"], .value),
            (.numberText, ["sale", "numberText"], .value),
            (.isOnAccount, ["sale", "owedCents"], .owed),
            (.productName, ["product", "name"], .value), (.quantity, ["quantity"], .value),
            (.unitPrice, ["unitPrice"], .value), (.discount, ["shareCents"], .lineDiscount),
            (.saleDiscount, ["sale", "discountCents"], .saleDiscount),
            (.taxRate, ["taxRate", "percent"], .tax), (.itemKey, ["itemKey"], .value),
            (.cost, ["unitCost"], .value),
        ]
        let sources = paths.filter { model.attribute(at: $0.1, from: line) != nil }.map {
            Source(
                name: $0.1.joined(separator: "."), place: .init(column: $0.0), path: $0.1,
                form: $0.2)
        }
        return StoreTable(.lines, line, sources, names: [])
    }
}
