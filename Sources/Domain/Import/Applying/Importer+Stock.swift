import Foundation
import Persistence

extension Importer {
    /// What a row says about a step.
    struct StockCells {
        let product: Product
        let number: Int64
        let date: ImportDate
        let kind: StockEntry.Kind
        /// How many more there are; nil for what was counted, if the row says only how many there are.
        let change: Decimal?
        /// How many there are then; nil if the row does not say.
        let level: Decimal?
        /// The sale that made it; nil for what people enter.
        let sale: Sale?
        let note: String?
    }

    /// The stocks that a journal knows: what many steps come to.
    static let stocks: ClosedRange<Decimal> = -1_000_000_000_000...1_000_000_000_000

    /// The quantities that a line can have.
    static let quantities: ClosedRange<Decimal> = 0.001...1_000_000

    /// Adds steps to the journals of products.
    func importStock() throws {
        try loadSales(named: .sale, with: ["lines", "lines.product"])
        for index in rows.indices {
            try step(index)
            try importStep(index)
        }
    }

    private func importStep(_ index: Int) throws {
        let name = rows[index].productReference.text ?? ""
        let kind = rows[index].text(.kind) ?? ""
        rows[index].label = [name, kind].filter { !$0.isEmpty }.joined(separator: ", ")
        guard !rows[index].row.isShifted, let cells = try stockCells(index) else { return }
        // Taken out, since a journal that stands there too is copied with each change.
        var journal =
            try stock.journals.removeValue(forKey: cells.number) ?? journal(of: cells.product)
        if let known = journal.take(on: cells.date, where: { isSame($0, cells) }) {
            compare(known, cells, row: index)
        } else {
            try addStep(cells, to: &journal, row: index)
        }
        stock.journals[cells.number] = journal
    }

    // MARK: - Cells

    private func stockCells(_ index: Int) throws -> StockCells? {
        let product = try stockProduct(index)
        let date = rows[index].date(.date)
        if date == nil, rows[index].text(.date) == nil {
            rows[index].fail(.date, "a value is missing")
        }
        let kind = stockKind(index)
        let (change, level) = pieces(kind, index)
        let sale = stockSale(kind, index)
        if let fault = [change, level].compactMap({ $0 }).lazy
            .compactMap({ product?.fault(ofPlaces: $0) }).first,
            kind.map(StockEntry.Kind.entered.contains) ?? false
        {
            rows[index].fail(.quantity, fault)
        }
        guard !rows[index].isRefused, let product, let number = product.objectID.recordNumber,
            let date, let kind
        else { return nil }
        return StockCells(
            product: product, number: number, date: date, kind: kind, change: change, level: level,
            sale: sale, note: rows[index].text(.note))
    }

    /// The product that a row names by its number, its barcode or its name.
    private func stockProduct(_ index: Int) throws -> Product? {
        let reference = rows[index].productReference
        guard !reference.isEmpty else {
            rows[index].fail(.product, "a value is missing")
            return nil
        }
        let key =
            reference.codes + ["", reference.number.map { "\($0)" } ?? "", reference.name ?? ""]
        if let known = stock.products[key] {
            if known > 0, let product = try Product.find(known, in: context) { return product }
        } else {
            let product = try product(reference)
            stock.products[key] = product?.objectID.recordNumber ?? 0
            if let product { return product }
        }
        rows[index].fail(
            reference.codes.isEmpty
                ? .product : rows[index].text(.sku) == nil ? .barcode : .sku,
            "there is no product “\((reference.text ?? "").prefix(60))”; "
                + "products come before their stock")
        return nil
    }

    private func stockKind(_ index: Int) -> StockEntry.Kind? {
        guard let text = rows[index].text(.kind) else {
            rows[index].fail(.kind, "a value is missing")
            return nil
        }
        guard let kind = StockEntry.Kind(rawValue: text.lowercased()) else {
            let kinds = StockEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            rows[index].fail(.kind, "“\(text.prefix(40))” is not one of \(kinds)")
            return nil
        }
        return kind
    }

    /// How many pieces came or went, and how many there are then. What people write without a sign is more
    /// or less by its kind; of a count, it is how many there are.
    private func pieces(
        _ kind: StockEntry.Kind?, _ index: Int
    ) -> (change: Decimal?, level: Decimal?) {
        // A count finds what many steps have come to.
        let changes = kind == .counted ? Self.stocks : -Product.mostPieces...Product.mostPieces
        var change = rows[index].quantity(.change, in: changes)
        var level = rows[index].quantity(.level, in: Self.stocks)
        let quantity = rows[index].quantity(.quantity, in: 0...Product.mostPieces)
        guard let kind, !rows[index].isRefused else { return (nil, nil) }
        if let quantity {
            let said = (kind == .counted ? level : change.map(abs))
            if let said, said != quantity {
                rows[index].fail(
                    .quantity,
                    "\(Quantity.text(quantity)) is not the \(Quantity.text(said)) of another column"
                )
            }
            switch kind {
            case .counted: level = quantity
            case .delivered, .returned: change = change ?? quantity
            case .broken, .sold: change = change ?? -quantity
            case .voided: break
            }
        }
        switch (kind, change) {
        case (.counted, _?): break
        case (.counted, nil):
            if level == nil { rows[index].fail(.level, "enter how many were counted") }
        case (_, nil), (_, 0?): rows[index].fail(.change, "enter how many pieces came or went")
        case (.delivered, let change?) where change < 0, (.returned, let change?) where change < 0:
            rows[index].fail(.change, "“\(kind.rawValue)” takes a number above zero")
        case (.broken, let change?) where change > 0, (.sold, let change?) where change > 0:
            rows[index].fail(.change, "“\(kind.rawValue)” takes a number below zero")
        default: break
        }
        return (change, level)
    }

    /// The sale that a row names.
    private func stockSale(_ kind: StockEntry.Kind?, _ index: Int) -> Sale? {
        let number = rows[index].number(.sale)
        guard let kind, !rows[index].isAtFault(.sale) else { return nil }
        let isOfSale = !StockEntry.Kind.entered.contains(kind)
        // The sales of a person go with them, and the steps stay.
        guard let number else { return nil }
        guard isOfSale else {
            rows[index].fail(.sale, "“\(kind.rawValue)” takes no sale")
            return nil
        }
        if sales[number] == nil {
            rows[index].fail(
                .sale, "there is no sale \(number); sales come before the journal of the stock")
        }
        return sales[number]
    }

    // MARK: - Steps that are there

    /// The journal of a product, as the store has it.
    private func journal(of product: Product) throws -> ImportedStock.Journal {
        let request = FetchRequest<StockEntry>(
            .key("product") == product.objectID, sortBy: [SortDescriptor(\.date)],
            prefetching: [\.line])
        let steps = try context.fetch(request).map { entry in
            ImportedStock.Journal.Step(
                id: entry.objectID, date: entry.date ?? .distantPast, kind: entry.kind ?? "",
                change: entry.change ?? 0, level: entry.level ?? 0, line: entry.line?.objectID)
        }
        return ImportedStock.Journal(steps, level: product.stockLevel)
    }

    private func isSame(_ step: ImportedStock.Journal.Step, _ cells: StockCells) -> Bool {
        guard step.kind == cells.kind.rawValue,
            cells.change.map({ $0 == step.change }) ?? (cells.level == step.level)
        else { return false }
        guard let sale = cells.sale else { return true }
        return sale.lines.contains { $0.objectID == step.line }
    }

    /// What happened stays as it is.
    private func compare(
        _ step: ImportedStock.Journal.Step, _ cells: StockCells, row index: Int
    ) {
        if let level = cells.level, level != step.level {
            rows[index].fail(
                .level,
                "the step is here with \(Quantity.text(step.level)) behind it, and stays as it is")
        }
    }
}
