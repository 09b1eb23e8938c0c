import Foundation
import Persistence

extension Importer {
    /// The maximum number of lines of an imported sale.
    static let mostLines = 1_000

    /// Adds and changes lines, with their sales and with new customers and products.
    func importLines() throws {
        saleNumbers = NewNumbers(
            from: try Sale.nextNumber(in: context), after: file.rows.greatestNumber)
        try forEachPart(importPartOfLines)
    }

    private func importPartOfLines() throws {
        try loadSales()
        try addNumberedCustomers()
        var open: [Int] = []
        try forEachRow(at: orderedRows()) {
            if row.text(.number) != nil { return try importLine() }
            let first = open.first.map { rows[$0].row }
            if row.row.startsSale || first.map({ !$0.hasSale(of: row.row) }) ?? false {
                let next = index
                try importUnnumbered(open)
                open = [next]
            } else {
                open.append(index)
            }
        }
        if !open.isEmpty { try importUnnumbered(open) }
        try checkReturns()
        try calculateSales()
    }

    /// Recomputes discounts, taxes and the amounts owed of sales with changed lines. The amount owed
    /// depends on the returns, so it comes last.
    private func calculateSales() throws {
        let drafts = drafts.values.filter { $0.isNew || $0.lock == nil }
        try forEach(drafts) { try $0.sale.calculateLinePrices(in: currency) }
        let returns = Set(drafts.map(\.sale).filter(\.isReturn))
        for origin in Set(returns.compactMap(\.returnOf)) {
            origin.limitReturns(returns, in: currency)
        }
        try forEach(drafts) { draft in
            try draft.sale.updateOwedAmount()
            guard draft.isNew, let original = draft.sale.returnOf else { return }
            own(original, by: draft.first)
            try original.updateOwedAmount()
        }
    }

    /// Runs a closure for sales. A refusal is a fault of the first row about the sale.
    private func forEach(_ drafts: [SaleRows], _ work: (SaleRows) throws -> Void) throws {
        for draft in drafts {
            do {
                try work(draft)
            } catch let refusal as SaleRefusal {
                rows[draft.first].fail(nil, refusal.description)
            }
        }
    }

    /// The rows with those of each numbered sale together, by their positions, and those without a
    /// number at the end.
    private func orderedRows() -> [Int] {
        var order: [String] = []
        var byNumber: [String: [Int]] = [:]
        var others: [Int] = []
        for index in rows.indices {
            guard let number = rows[index].text(.number) else {
                others.append(index)
                continue
            }
            if byNumber[number] == nil { order.append(number) }
            byNumber[number, default: []].append(index)
        }
        return order.flatMap { number in
            (byNumber[number] ?? []).map { ($0, Int(rows[$0].text(.position) ?? "") ?? 0) }.sorted {
                ($0.1, $0.0) < ($1.1, $1.0)
            }.map(\.0)
        } + others
    }

    private func importLine() throws {
        let number = row.number(.number)
        if let number { row.label = "Sale \(number)" }
        guard !row.row.isShifted else { return }
        guard let number else {
            readSaleCells()
            try readLineCells()
            return
        }
        if let draft = drafts[number] {
            if !rows[draft.first].row.hasSale(of: rows[index].row) {
                row.fail(
                    nil,
                    "line \(rows[draft.first].row.line) has other values for sale \(number)")
            }
            if rows[draft.first].isRefused, draft.isNew {
                row.fail(
                    nil, "line \(rows[draft.first].row.line), the first of this sale, is refused")
            }
            try takeLine(draft)
        } else if let sale = sales[number] {
            own(sale)
            drafts[number] = try knownSale(sale)
            try takeFields(of: sale, isNew: false)
            if let draft = drafts[number] { try takeLine(draft) }
        } else {
            try takeLine(addSale(number, isUnnumbered: false))
        }
    }

    private func addSale(_ number: Int64, isUnnumbered: Bool) throws -> SaleRows {
        let sale = Sale(context: context)
        sale.number = number
        own(sale)
        let draft = SaleRows(sale, isNew: true, first: index)
        draft.isUnnumbered = isUnnumbered
        drafts[number] = draft
        sales[number] = sale
        row.note(isUnnumbered ? "new sale; it gets the next free number" : "new sale \(number)")
        try takeFields(of: sale, isNew: true)
        return draft
    }

    // MARK: - Sales without a number

    /// Adjacent rows with the same day and customer are one sale, unless another cell about the sale
    /// differs. If an equal sale of the same customer, or without one, exists, it is that sale.
    private func importUnnumbered(_ indexes: [Int]) throws {
        guard let first = indexes.first else { return }
        index = first
        if let sale = try sameSale(indexes) {
            takenSales.insert(sale.objectID)
            row.note("sale \(sale.number) is the same, and exists already")
            return label(indexes, sale: sale.number)
        }
        for index in indexes where !rows[index].row.isShifted {
            self.index = index
            readSaleCells()
            try readLineCells()
        }
        if let refused = indexes.first(where: { rows[$0].isRefused }) {
            label(indexes, sale: nil)
            for index in indexes where !rows[index].isRefused {
                rows[index].isNew = true
                rows[index].note("waits for line \(rows[refused].row.line), which is refused")
            }
            return
        }
        index = first
        let draft = try addSale(saleNumbers.next, isUnnumbered: true)
        saleNumbers.next += 1
        if indexes.count > 1 {
            rows[first].note(
                "\(indexes.count) lines of this day and customer become one sale; a number or a time on "
                    + "each line tells sales apart")
        }
        for index in indexes {
            self.index = index
            if rows[first].isRefused, index != first {
                row.fail(nil, "line \(rows[first].row.line), the first of this sale, is refused")
            }
            try takeLine(draft)
        }
    }

    private func sameSale(_ indexes: [Int]) throws -> Sale? {
        guard let day = row.date(.date)?.day else { return nil }
        return try sales(on: day).filter {
            $0.day == day && !$0.isVoid && !$0.isReturn && !$0.isInserted
                && !takenSales.contains($0.objectID) && !saleNumbers.given.contains($0.number)
        }.sorted { $0.number < $1.number }.first { try isSame($0, indexes) }
    }

    /// The sales of the row's customer; for a row without one, the sales of the day without a customer.
    private func sales(on day: CalendarDay) throws -> [Sale] {
        let cells = row.customerCells
        guard !cells.isEmpty else { return row.text(.returnOf) == nil ? try walkIns(on: day) : [] }
        let customer = try attempt { try customers.customer(cells, column: .customer) }
        guard let customer, !customer.isInserted else { return [] }
        return Array(customer.sales)
    }

    private func walkIns(on day: CalendarDay) throws -> [Sale] {
        if let known = walkIns[day] { return known }
        var request = FetchRequest<Sale>(
            .key("date") == day.date && .key("customer") == nil && .key("voidedAt") == nil
                && .key("number") < saleNumbers.firstFree)
        request.relationshipKeyPathsForPrefetching = ["lines", "lines.product"]
        let found = try context.fetch(request)
        walkIns[day] = found
        return found
    }

    private func isSame(_ sale: Sale, _ indexes: [Int]) throws -> Bool {
        let lines = sale.lines.map { $0 }
        guard lines.count == indexes.count else { return false }
        return zip(lines, indexes).allSatisfy { line, index in
            var row = rows[index]
            let reference = row.productReference
            let quantity = row.quantity(.quantity, in: Self.quantities) ?? 1
            let isSameProduct = line.product.map(reference.matches) ?? false
            let price = row.money(.unitPrice, in: currency)
            return isSameProduct && quantity == line.quantity
                && (price.map { $0 == line.unitPrice } ?? true)
        }
    }

    private func label(_ indexes: [Int], sale number: Int64?) {
        for (place, index) in indexes.enumerated() {
            self.index = index
            label(sale: number, line: place + 1)
        }
    }

    func label(sale number: Int64?, line: Int) {
        let name = row.productReference.text
        let sale = number.map { "Sale \($0)" } ?? "New sale"
        row.label = "\(sale), line \(line)" + (name.map { ": \($0)" } ?? "")
    }

    // MARK: - Returns

    /// Refuses returns of more than was sold.
    private func checkReturns() throws {
        for draft in drafts.values where draft.isNew {
            guard let origin = draft.sale.returnOf else { continue }
            var left: [String: Decimal] = [:]
            func key(_ line: SaleLine) -> String {
                "\(line.product?.name ?? "") \(line.unitPrice ?? 0) \(line.itemKey?.uuidString ?? "")"
            }
            for line in origin.lines { left[key(line), default: 0] += line.quantity ?? 0 }
            for line in origin.returns.filter({ !$0.isVoid }).flatMap({ $0.lines }) {
                left[key(line), default: 0] -= line.quantity ?? 0
            }
            if left.values.contains(where: { $0 < 0 }) {
                rows[draft.first].fail(
                    .returnOf, "more would be returned than sale \(origin.number) sold")
            }
        }
    }
}
