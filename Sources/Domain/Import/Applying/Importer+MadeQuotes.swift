import Foundation
import Persistence

extension Importer {
    // MARK: - Existing quotes

    /// An existing quote never changes: a row can only withdraw it.
    func compare(
        _ quote: Quote, _ cells: QuoteCells, _ lines: [QuoteLineCells], rows indexes: [Int]
    ) throws {
        guard let first = indexes.first else { return }
        func check(_ index: Int, _ column: ImportColumn, _ isSame: Bool) {
            guard !isSame, rows[index].text(column) != nil else { return }
            rows[index].fail(
                column, "quote \(quote.number) differs, and is not changed")
        }
        check(first, .date, quote.day == cells.day)
        check(first, .validThrough, quote.lastDay == cells.lastDay)
        check(first, .saleDiscount, quote.discount == cells.discount)
        check(first, .sale, quote.sale === cells.sale)
        check(first, .customerName, quote.customer === cells.customer)
        check(first, .buyerName, quote.buyerName == cells.name)
        for (column, text) in [
            (ImportColumn.buyerAddress, quote.buyerAddress), (.note, quote.note),
            (.numberText, quote.numberText),
        ] {
            check(first, column, ImportRow.lines(text ?? "") == rows[first].text(column))
        }
        for (index, (line, read)) in zip(indexes, zip(quote.lines, lines)) {
            check(index, .product, line.product === read.product)
            check(index, .productName, line.product === read.product)
            check(index, .quantity, line.quantity == read.quantity)
            check(index, .unitPrice, line.unitPrice == read.unitPrice)
            check(index, .discount, line.discount == read.discount)
            check(index, .taxRate, line.taxRate?.title == read.taxRate?.title)
        }
        guard !indexes.contains(where: { rows[$0].isRefused }) else { return }
        withdraw(quote, at: cells.voidedAt, row: first)
    }

    private func withdraw(_ quote: Quote, at date: Date?, row index: Int) {
        guard let date else {
            if quote.isWithdrawn, rows[index].isEmpty(.voidedAt) {
                rows[index].fail(.voidedAt, "quote \(quote.number) is withdrawn, and stays so")
            }
            return
        }
        guard !quote.isWithdrawn else { return }
        do {
            try quote.withdraw(at: date)
            own(quote, by: index)
            rows[index].note(.voidedAt, from: "", to: ImportDate.text(date))
        } catch {
            rows[index].fail(.voidedAt, error.description)
        }
    }

    // MARK: - New quotes

    func addQuote(
        _ number: Int64, _ cells: QuoteCells, _ lines: [QuoteLineCells], rows indexes: [Int]
    ) throws {
        guard let first = indexes.first else { return }
        try checkWhole(cells, row: first)
        try checkNumberText(of: Quote.self, row: first)
        for index in indexes { rows[index].require(.quantity) }
        if let refused = indexes.first(where: { rows[$0].isRefused }) {
            for index in indexes where !rows[index].isRefused {
                rows[index].note("waits for line \(rows[refused].row.line), which is refused")
            }
            return
        }
        let quote = Quote(context: context)
        own(quote, by: first)
        quote.number = number
        quote.numberText = rows[first].text(.numberText)
        quote.date = cells.day?.date
        quote.validThrough = cells.lastDay?.date
        quote.customer = cells.customer
        quote.buyerName = cells.customer == nil ? cells.name : nil
        quote.buyerAddress = rows[first].text(.buyerAddress)
        quote.note = rows[first].text(.note)
        quote.discount = cells.discount
        quote.voidedAt = cells.voidedAt
        for (index, read) in zip(indexes, lines) { addLine(read, to: quote, row: index) }
        calculatePrices(quote, row: first)
        if let sale = cells.sale {
            own(sale, by: first)
            quote.sale = sale
        }
        quotes?.given.insert(number)
    }

    private func addLine(_ cells: QuoteLineCells, to quote: Quote, row index: Int) {
        let line = QuoteLine(context: context)
        own(line, by: index)
        line.product = cells.product
        line.quantity = cells.quantity ?? 1
        line.unitPrice = cells.unitPrice ?? cells.product?.price
        line.discount = cells.discount
        line.taxRate = cells.taxRate
        quote.addToLines(line)
    }

    /// Calculates discounts and taxes as for a quote that is made here.
    private func calculatePrices(_ quote: Quote, row index: Int) {
        do {
            let calculation = try PriceCalculation(
                of: quote.lines, discount: quote.discount, to: currency.unit)
            quote.discountCents = calculation.discount
            for (line, parts) in zip(quote.lines, calculation.parts) { line.take(parts) }
        } catch {
            rows[index].fail(nil, error.description)
        }
    }

    private func checkWhole(_ cells: QuoteCells, row index: Int) throws {
        rows[index].require(.date)
        if let fault = cells.day.flatMap({ SaleDraft.fault(of: $0) }) {
            rows[index].fail(.date, fault)
        }
        if let lastDay = cells.lastDay, let day = cells.day, lastDay < day {
            rows[index].fail(.validThrough, "the prices end before the day of the quote")
        }
        if cells.customer == nil, cells.name == nil {
            rows[index].fail(.buyerName, "enter who the quote is for")
        }
        guard let sale = cells.sale else { return }
        if let other = quotes?.sales[sale.number] {
            rows[index].fail(
                .sale, "line \(try line(of: other)) is about the quote of the same sale")
        } else if let quote = sale.quote {
            rows[index].fail(.sale, "sale \(sale.number) was quote \(quote.number) already")
        }
        quotes?.sales[sale.number] = index
    }
}
