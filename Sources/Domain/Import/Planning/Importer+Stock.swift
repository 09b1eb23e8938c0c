import Foundation
import Persistence

extension Importer {
    /// The cells of a row that describe a journal entry.
    struct StockCells {
        let product: Product
        let number: Int64
        let date: ImportDate
        let kind: StockEntry.Kind
        /// The change of the stock; nil for a count with only the level.
        let change: Decimal?
        /// The level afterwards; nil if the cell is empty.
        let level: Decimal?
        /// The sale that caused it; nil for a manual entry.
        let sale: Sale?
        let note: String?
    }

    /// The possible levels, as sums of many entries.
    static let stocks: ClosedRange<Decimal> = -1_000_000_000_000...1_000_000_000_000

    /// The possible quantities of a line.
    static let quantities: ClosedRange<Decimal> = 0.001...1_000_000

    /// Adds entries to the journals of products.
    func importStock() throws {
        try forEachPart {
            try loadSales(numbers(in: .sale), with: ["lines", "lines.product"])
            try forEachRow(importStep)
        }
    }

    private func importStep() throws {
        let name = row.productReference.text ?? ""
        let kind = row.text(.kind) ?? ""
        row.label = [name, kind].filter { !$0.isEmpty }.joined(separator: ", ")
        guard !row.row.isShifted, let cells = try stockCells() else { return }
        // Removed from the dictionary, since a second reference would copy it with each change.
        var journal =
            try journals.removeValue(forKey: cells.number) ?? journal(of: cells.product)
        if let known = journal.take(on: cells.date, where: { isSame($0, cells) }) {
            compare(known, cells)
        } else {
            try addStep(cells, to: &journal)
        }
        journals[cells.number] = journal
    }

    // MARK: - Cells

    private func stockCells() throws -> StockCells? {
        let product = try stockProduct()
        let date = row.date(.date)
        row.require(.date)
        row.require(.kind)
        let kind = row.read(.kind, as: "one of \(Self.stockKinds)") {
            StockEntry.Kind(rawValue: $0.lowercased())
        }
        let (change, level) = pieces(kind)
        let sale = stockSale(kind)
        if let fault = [change, level].compactMap({ $0 }).lazy.compactMap({
            product?.fault(ofPlaces: $0)
        }).first, kind?.isOfSale == false {
            row.fail(.quantity, fault)
        }
        guard !row.isRefused, let product, let number = product.objectID.recordNumber, let date,
            let kind
        else { return nil }
        return StockCells(
            product: product, number: number, date: date, kind: kind, change: change, level: level,
            sale: sale, note: row.text(.note))
    }

    /// The product with the number, the barcode or the name of a row.
    private func stockProduct() throws -> Product? {
        let reference = row.productReference
        guard !reference.isEmpty else {
            row.fail(.product, "a value is missing")
            return nil
        }
        if let product = try product(reference) { return product }
        row.fail(
            reference.codes.isEmpty ? .product : row.text(.sku) == nil ? .barcode : .sku,
            "there is no product “\((reference.text ?? "").prefix(60))”; "
                + "import the products before their stock")
        return nil
    }

    private static let stockKinds = StockEntry.Kind.allCases.map(\.rawValue)
        .joined(separator: ", ")

    /// The change and the level afterwards. A quantity without a sign gets that of its kind; for a count it
    /// is the level.
    private func pieces(_ kind: StockEntry.Kind?) -> (change: Decimal?, level: Decimal?) {
        // A count may correct the sum of many entries.
        let changes =
            kind?.isOfCount == true ? Self.stocks : -Product.mostPieces...Product.mostPieces
        var change = row.quantity(.change, in: changes)
        var level = row.quantity(.level, in: Self.stocks)
        let quantity = row.quantity(.quantity, in: 0...Product.mostPieces)
        guard let kind, !row.isRefused else { return (nil, nil) }
        let sign: Decimal? =
            switch kind {
            case .delivered, .returned: 1
            case .broken, .sold: -1
            case .counted, .stocktake, .reopened, .voided: nil
            }
        if let quantity {
            let said = (kind.isOfCount ? level : change.map(abs))
            if let said, said != quantity {
                row.fail(
                    .quantity,
                    "\(Quantity.text(quantity)) is not the \(Quantity.text(said)) of another column"
                )
            }
            if kind.isOfCount { level = quantity }
            if let sign { change = change ?? sign * quantity }
        }
        if kind.isOfCount {
            if change == nil, level == nil { row.fail(.level, "enter how many were counted") }
        } else if (change ?? 0) == 0 {
            row.fail(.change, "enter how many pieces came or went")
        } else if let change, let sign, change * sign < 0 {
            let side = sign > 0 ? "above" : "below"
            row.fail(.change, "“\(kind.rawValue)” takes a number \(side) zero")
        }
        return (change, level)
    }

    private func stockSale(_ kind: StockEntry.Kind?) -> Sale? {
        // Entries stay when the sales of a person are removed with them.
        guard let number = row.number(.sale), let kind else { return nil }
        guard kind.isOfSale else {
            row.fail(.sale, "“\(kind.rawValue)” takes no sale")
            return nil
        }
        if sales[number] == nil {
            row.fail(
                .sale,
                "there is no sale \(number); import the sales before the stock history")
        }
        return sales[number]
    }

    // MARK: - Existing entries

    /// The stored journal of a product.
    private func journal(of product: Product) throws -> ImportedJournal {
        let request = FetchRequest<StockEntry>(
            .key("product") == product.objectID, sortBy: [SortDescriptor(\.date)],
            prefetching: [\.line])
        let steps = try context.fetch(request).map { entry in
            ImportedJournal.Step(
                id: entry.objectID, date: entry.date ?? .distantPast, kind: entry.kind ?? "",
                change: entry.change ?? 0, level: entry.level ?? 0, line: entry.line?.objectID)
        }
        return ImportedJournal(steps, level: product.stockLevel)
    }

    private func isSame(_ step: ImportedJournal.Step, _ cells: StockCells) -> Bool {
        guard step.kind == cells.kind.rawValue,
            cells.change.map({ $0 == step.change }) ?? (cells.level == step.level)
        else { return false }
        guard let sale = cells.sale else { return true }
        return sale.lines.contains { $0.objectID == step.line }
    }

    /// An existing entry never changes.
    private func compare(_ step: ImportedJournal.Step, _ cells: StockCells) {
        if let level = cells.level, level != step.level {
            row.fail(
                .level,
                "the entry exists with a stock of \(Quantity.text(step.level)), and is not changed")
        }
    }
}

/// The journal of a product during an import in any number of parts: some numbers of each entry, stored
/// or of a row.
struct ImportedJournal {
    /// A stored entry.
    struct Step {
        let id: ManagedObjectID
        let date: Date
        let kind: String
        let change: Decimal
        let level: Decimal
        let line: ManagedObjectID?
        /// Whether a row was matched with it.
        var isTaken = false
    }

    /// The stored entries, in the order of their times.
    private(set) var steps: [Step]
    /// The level after the last entry, stored or imported.
    var level: Decimal
    /// The level after the last row before all stored entries.
    var earlyLevel: Decimal = 0
    /// The time of the last row that added an entry.
    var lastRow: Date?
    /// The kinds of the entries of lines of sales, stored or imported.
    private var kinds: [ManagedObjectID: Set<String>] = [:]

    init(_ steps: [Step], level: Decimal) {
        self.steps = steps
        self.level = level
        for step in steps {
            if let line = step.line { kinds[line, default: []].insert(step.kind) }
        }
    }

    /// The count at the beginning of the journal; nil for another entry.
    var firstCount: Step? {
        steps.first.flatMap { StockEntry.Kind(rawValue: $0.kind)?.isOfCount == true ? $0 : nil }
    }

    /// Takes the stored entry of a row; nil if there is none.
    mutating func take(on date: ImportDate, where isSame: (Step) -> Bool) -> Step? {
        var index = firstStep(notBefore: date.date - Self.tolerance)
        while index < steps.count, date.isSame(as: steps[index].date) {
            if !steps[index].isTaken, isSame(steps[index]) {
                steps[index].isTaken = true
                return steps[index]
            }
            index += 1
        }
        return nil
    }

    /// Whether a time is after all stored entries.
    func isBehindAll(_ date: Date) -> Bool {
        steps.last.map { date >= $0.date - Self.tolerance } ?? true
    }

    /// The fraction of a second that tables leave out.
    private static let tolerance = 0.000_999

    private func firstStep(notBefore date: Date) -> Int {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].date < date { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a line of a sale already has an entry of a kind.
    func has(_ kind: StockEntry.Kind, of line: ManagedObjectID) -> Bool {
        kinds[line]?.contains(kind.rawValue) ?? false
    }

    /// Records that a line of a sale has an entry of a kind.
    mutating func note(_ kind: StockEntry.Kind, of line: ManagedObjectID) {
        kinds[line, default: []].insert(kind.rawValue)
    }
}

extension Importer {
    /// Adds an entry after the last one, or before a count, which keeps its level. An entry between existing
    /// ones would make their levels wrong.
    func addStep(_ cells: StockCells, to journal: inout ImportedJournal) throws {
        row.isNew = true
        let date = cells.date.date
        let isEarly = journal.steps.first.map { date < $0.date } ?? false
        checkMoment(cells.date, journal, isEarly: isEarly)
        let source = try attempt { try line(of: cells, journal) }
        let former = isEarly ? journal.earlyLevel : journal.level
        let level = cells.change.map { former + $0 } ?? cells.level ?? former
        if let said = cells.level, said != level {
            row.fail(
                .level,
                "there are \(Quantity.text(level)) then, and the row says \(Quantity.text(said))")
        }
        guard !row.isRefused else { return }
        let entry = cells.product.insertEntry(
            cells.kind, by: level - former, to: level, of: source, at: date, in: context)
        entry.note = cells.note
        own(entry)
        own(cells.product)
        if let source {
            journal.note(cells.kind, of: source.objectID)
        } else if cells.kind.isOfSale {
            row.note("its sale no longer exists")
        }
        journal.lastRow = date
        if isEarly {
            try moveCount(of: &journal, after: level)
        } else {
            journal.level = level
            if !cells.product.isStocked { cells.product.isStocked = true }
            if cells.product.stock != level { cells.product.stock = level }
        }
    }

    /// Adjusts the change of the first count, so that its level stays.
    private func moveCount(of journal: inout ImportedJournal, after level: Decimal) throws {
        journal.earlyLevel = level
        guard let count = journal.firstCount,
            let entry = try context.existingObject(with: count.id) as? StockEntry
        else { return }
        own(entry)
        entry.change = (entry.level ?? 0) - level
        row.note(
            "the count of \(CalendarDay(count.date)) stays \(Quantity.text(count.level)), and is the entry from "
                + "\(Quantity.text(level)) to that")
    }

    private func checkMoment(_ moment: ImportDate, _ journal: ImportedJournal, isEarly: Bool) {
        let (day, date) = (moment.day, moment.date)
        if let fault = SaleDraft.fault(of: day) {
            row.fail(.date, fault)
        } else if date > Date() {
            // Later sales would come before it, although its level already includes them.
            row.fail(.date, "\(moment) is in the future")
        } else if let last = journal.lastRow, date < last {
            row.fail(
                .date, "a row before it is about a later entry of the product; put them in order")
        } else if isEarly, journal.firstCount == nil {
            row.fail(
                .date,
                "the stock history of the product begins later, without a count, so nothing can come before"
            )
        } else if !isEarly, !journal.isBehindAll(date) {
            row.fail(
                .date, "the product has later stock entries, which would be wrong then")
        }
    }

    /// The line of a sale that caused an entry; nil for manual entries, and if the sale was removed with a
    /// person.
    private func line(of cells: StockCells, _ journal: ImportedJournal) throws -> SaleLine? {
        guard let sale = cells.sale else { return nil }
        let isOfReturn = cells.kind == .returned
        guard cells.kind == .voided ? sale.isVoid : isOfReturn == sale.isReturn else {
            let state = cells.kind == .voided ? "not void" : isOfReturn ? "no return" : "a return"
            throw RowFault(.sale, "sale \(sale.number) is \(state)")
        }
        let quantity = abs(cells.change ?? 0)
        let found = sale.lines.first {
            $0.product === cells.product && $0.quantity == quantity
                && !journal.has(cells.kind, of: $0.objectID)
        }
        guard let found else {
            throw RowFault(
                .sale,
                "sale \(sale.number) has no line of \(Quantity.text(quantity)) of the product without such an entry"
            )
        }
        return found
    }
}
