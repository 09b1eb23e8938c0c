import Foundation
import Persistence

extension Importer {
    /// The cells of a row that describe a quote.
    struct QuoteCells {
        var day: CalendarDay?
        var lastDay: CalendarDay?
        /// Nil for a person who is not a customer.
        var customer: Customer?
        /// The name of the recipient.
        var name: String?
        var discount: Discount?
        /// The sale made from it.
        var sale: Sale?
        var voidedAt: Date?
    }

    /// The cells of a row that describe a line of a quote.
    struct QuoteLineCells {
        var product: Product?
        var quantity: Decimal?
        var unitPrice: Decimal?
        var discount: Discount?
        var taxRate: TaxRate?
    }

    /// Adds quotes with their lines, and withdraws existing ones.
    func importQuotes() throws {
        try loadQuotes()
        var order: [Int64] = []
        var byNumber: [Int64: [Int]] = [:]
        for index in rows.indices {
            try step(index)
            let number = rows[index].number(.number)
            guard !rows[index].row.isShifted else { continue }
            rows[index].require(.number, ": a quote keeps its number")
            guard let number else { continue }
            if byNumber[number] == nil { order.append(number) }
            byNumber[number, default: []].append(index)
        }
        for number in order {
            try importQuote(number, ofRows: inPlace(byNumber[number] ?? []))
        }
    }

    /// Warnings about numbers that no quote has or will get.
    var missingQuotes: [String] {
        quotes.map { Self.missing("quote", $0.given, from: $0.firstFree) } ?? []
    }

    private func loadQuotes() throws {
        var known = try ImportedQuotes(in: context)
        try loadSales(named: .sale, with: ["quote"])
        var request = FetchRequest<Quote>(
            FetchExpression.key("number").isIn(numbers(in: .number).sorted()))
        request.relationshipKeyPathsForPrefetching = [
            "customer", "sale", "lines", "lines.product", "lines.taxRate",
        ]
        for quote in try context.fetch(request) { known.stored[quote.number] = quote }
        quotes = known
    }

    /// Rows in the order of their lines.
    private func inPlace(_ indexes: [Int]) -> [Int] {
        indexes.map { ($0, Int(rows[$0].text(.position) ?? "") ?? 0) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }

    private func importQuote(_ number: Int64, ofRows indexes: [Int]) throws {
        guard let first = indexes.first else { return }
        let stored = quotes?.stored[number]
        let cells = try quoteCells(first)
        var lines: [QuoteLineCells] = []
        for (place, index) in indexes.enumerated() {
            let name = rows[index].productReference.text
            rows[index].label =
                "Quote \(number), line \(place + 1)" + (name.map { ": \($0)" } ?? "")
            rows[index].isNew = stored == nil
            checkPlace(place + 1, of: number, stored, row: index)
            if !isSameQuote(first, index) {
                rows[index].fail(
                    nil,
                    "line \(rows[first].row.line) says something else about quote \(number)")
            }
            lines.append(try quoteLineCells(index))
        }
        if let stored {
            try compare(stored, cells, lines, rows: indexes)
        } else {
            try addQuote(number, cells, lines, rows: indexes)
        }
    }

    private func isSameQuote(_ first: Int, _ second: Int) -> Bool {
        ImportKind.quoteColumns.allSatisfy {
            rows[first].row.text($0) == rows[second].row.text($0)
        }
    }

    /// The lines of a quote are numbered without gaps. An existing quote gets no further lines.
    private func checkPlace(_ place: Int, of number: Int64, _ stored: Quote?, row index: Int) {
        if let said = rows[index].whole(.position, in: 1...Int64(Self.mostLines)),
            said != Int64(place)
        {
            rows[index].fail(.position, "line \(place) of quote \(number) comes next")
        } else if let stored, place > stored.lines.count {
            rows[index].fail(
                .position,
                "quote \(number) exists with \(stored.lines.count) lines, and is not changed")
        } else if place > Self.mostLines {
            rows[index].fail(.position, "a quote has at most \(Self.mostLines) lines")
        }
    }

    // MARK: - Cells

    private func quoteCells(_ index: Int) throws -> QuoteCells {
        var cells = QuoteCells()
        cells.day = rows[index].date(.date)?.day
        cells.lastDay = rows[index].date(.validThrough)?.day
        cells.voidedAt = rows[index].voidDate()
        cells.discount = discount(.saleDiscount, row: index)
        cells.name = rows[index].text(.buyerName)
        let customer = rows[index].customerCells
        if !customer.isEmpty {
            cells.customer = try attempt(index) {
                try customers.customer(customer, column: .customer)
            }
            if cells.customer == nil { cells.name = cells.name ?? customer.name }
        }
        if let number = rows[index].number(.sale) {
            cells.sale = sales[number]
            if cells.sale == nil {
                rows[index].fail(
                    .sale, "there is no sale \(number); import the sales before their quotes")
            }
        }
        return cells
    }

    private func quoteLineCells(_ index: Int) throws -> QuoteLineCells {
        var cells = QuoteLineCells()
        cells.quantity = rows[index].quantity(.quantity, in: Self.quantities)
        cells.unitPrice = rows[index].money(.unitPrice, in: currency)
        cells.discount = discount(.discount, row: index)
        cells.taxRate = try taxRate(row: index)
        let reference = rows[index].productReference
        guard !reference.isEmpty else {
            rows[index].fail(.product, "a value is missing")
            return cells
        }
        cells.product = try attempt(index) { try product(reference) }
        if let fault = cells.quantity.flatMap({ cells.product?.fault(ofPlaces: $0) }) {
            rows[index].fail(.quantity, fault)
        }
        if cells.product == nil, !rows[index].isAtFault(.product) {
            rows[index].fail(
                .product,
                "there is no product “\((reference.text ?? "").prefix(60))”; "
                    + "import the products before quotes")
        }
        return cells
    }
}

/// The state of an import of quotes.
struct ImportedQuotes {
    /// The numbers of the new quotes.
    var given: Set<Int64> = []
    /// The rows by the numbers of the sales made from quotes.
    var sales: [Int64: Int] = [:]
    /// The number that the next quote would get without the import.
    let firstFree: Int64
    /// The stored quotes that rows name, by number.
    var stored: [Int64: Quote] = [:]

    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        firstFree = try Quote.nextNumber(in: context)
    }
}
