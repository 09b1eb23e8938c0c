import Persistence

/// Which records of a shop have to stay when what a part of an import has made is taken back: those that others
/// have used since, with what belongs to them. What later parts have made is gone already.
struct MadeSales {
    private let made: Set<ManagedObject>
    private let extent: ImportExtent
    private var going: Set<ManagedObject>
    /// What stays.
    private(set) var staying: [ManagedObject] = []

    /// - Parameters:
    ///   - made: what the part has made.
    ///   - extent: what the import did in all its parts.
    /// - Throws: errors of the store.
    init(_ made: [ManagedObject], of extent: ImportExtent) throws {
        self.made = Set(made)
        self.extent = extent
        going = self.made
        // What stays may keep others here.
        var count = -1
        while count != staying.count {
            count = staying.count
            for object in made where try going.contains(object) && isUsed(object) {
                going.remove(object)
                staying.append(object)
            }
        }
    }

    private func stays(_ object: ManagedObject) -> Bool {
        made.contains(object) && !going.contains(object)
    }

    private func isUsed(_ object: ManagedObject) throws -> Bool {
        switch object {
        // What a later part brought back has changed what is owed of a sale, too.
        case let sale as Sale:
            try !extent.isAsLeft(sale) || !sale.payments.isEmpty
                || sale.invoice != nil || sale.returns.contains { !going.contains($0) }
                || sale.lines.contains { !going.contains($0) }
        case let line as SaleLine:
            try !extent.isAsLeft(line) || (line.sale.map(stays) ?? false)
                || line.returnedLines.contains { !going.contains($0) }
        case let customer as Customer:
            !customer.parkedSales.isEmpty || customer.sales.contains { !going.contains($0) }
        case let product as Product:
            // Its stock as the table had it goes with it; any other step is somebody's.
            !product.quoteLines.isEmpty || product.stockEntries.contains { !going.contains($0) }
                || product.lines.contains { !going.contains($0) }
        case let entry as StockEntry: entry.product.map(stays) ?? false
        case let category as ProductCategory: category.products.contains { !going.contains($0) }
        default: false
        }
    }
}
