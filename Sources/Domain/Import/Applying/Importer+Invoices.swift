import Foundation
import Persistence

extension Importer {
    /// The cells of a row that describe its invoice.
    private struct InvoiceCells {
        let number: Int64
        let sale: Sale
        var day: CalendarDay?
        var dueDay: CalendarDay?
        var buyerName: String?
        /// The texts as of the day of issue, as stored.
        var texts: String?
    }

    /// The columns of texts that an invoice stores unchanged.
    private static var invoiceTexts: [(ImportColumn, ReferenceWritableKeyPath<Invoice, String?>)] {
        [
            (.buyerName, \.buyerName), (.buyerAddress, \.buyerAddress),
            (.buyerTaxNumber, \.buyerTaxNumber), (.buyerReference, \.buyerReference),
            (.note, \.note), (.numberText, \.numberText),
        ]
    }

    /// Adds invoices with their numbers.
    func importInvoices() throws {
        try loadInvoices()
        for index in rows.indices {
            try step(index)
            try importInvoice(index)
        }
    }

    /// Warnings about numbers that no invoice has or will get.
    var missingInvoices: [String] {
        invoices.map { Self.missing("invoice", $0.given, from: $0.firstFree) } ?? []
    }

    private func loadInvoices() throws {
        var known = try invoices ?? ImportedInvoices(in: context)
        try loadSales(named: .sale, with: ["lines", "lines.product", "invoice"])
        known.stored = [:]
        let request = FetchRequest<Invoice>(
            FetchExpression.key("number").isIn(numbers(in: .number).sorted()), prefetching: [\.sale]
        )
        for invoice in try context.fetch(request) { known.stored[invoice.number] = invoice }
        invoices = known
    }

    private func importInvoice(_ index: Int) throws {
        let number = rows[index].number(.number)
        rows[index].label = number.map { "Invoice \($0)" } ?? ""
        guard !rows[index].row.isShifted else { return }
        let read = try invoiceCells(index, number)
        guard let number else { return }
        if let other = invoices?.rows[number] {
            return rows[index].fail(
                .number, "line \(try line(of: other)) is about the same invoice")
        }
        invoices?.rows[number] = index
        guard let read else { return }
        if let invoice = invoices?.stored[number] {
            compare(invoice, read, row: index)
        } else {
            try addInvoice(read, row: index)
        }
    }

    // MARK: - Cells

    /// Reads a row; nil if its number or its sale is unknown.
    private func invoiceCells(_ index: Int, _ number: Int64?) throws -> InvoiceCells? {
        let day = rows[index].date(.date)?.day
        let dueDay = rows[index].date(.dueDate)?.day
        rows[index].require(.number, ": an invoice keeps its number")
        rows[index].require(.sale)
        guard let saleNumber = rows[index].number(.sale) else { return nil }
        guard let sale = sales[saleNumber] else {
            rows[index].fail(
                .sale, "there is no sale \(saleNumber); import the sales before their invoices")
            return nil
        }
        checkSum(.total, sale.total, of: sale, row: index)
        checkSum(.tax, sale.tax, of: sale, row: index)
        guard let number else { return nil }
        return InvoiceCells(
            number: number, sale: sale, day: day, dueDay: dueDay,
            buyerName: rows[index].text(.buyerName), texts: issuedTexts(of: sale, row: index))
    }

    /// The total of an invoice must be that of its sale.
    private func checkSum(
        _ column: ImportColumn, _ sum: Decimal, of sale: Sale, row index: Int
    ) {
        guard let said = rows[index].signedMoney(column, in: currency), said != sum else { return }
        rows[index].fail(
            column, "sale \(sale.number) has \(Money.plainText(sum)), and not what was issued")
    }

    private func issuedTexts(of sale: Sale, row index: Int) -> String? {
        guard let text = rows[index].text(.issuedTexts) else { return nil }
        do {
            let texts = try IssuedTexts(parsing: text)
            guard texts.lines.count == sale.lines.count else {
                rows[index].fail(
                    .issuedTexts,
                    "it is about \(texts.lines.count) lines, and sale \(sale.number) has "
                        + "\(sale.lines.count)")
                return nil
            }
            return try texts.text
        } catch {
            rows[index].fail(.issuedTexts, "it is not in the format of an export")
            return nil
        }
    }

    // MARK: - Existing invoices

    /// An issued invoice never changes.
    private func compare(_ invoice: Invoice, _ cells: InvoiceCells, row index: Int) {
        func check(_ column: ImportColumn, _ isSame: Bool, _ text: String) {
            guard !isSame, rows[index].text(column) != nil else { return }
            rows[index].fail(
                column, "invoice \(invoice.number) was issued with \(text), and is not changed")
        }
        check(.sale, invoice.sale === cells.sale, "sale \(invoice.sale?.number ?? 0)")
        check(.date, invoice.day == cells.day, invoice.day?.description ?? "")
        check(.dueDate, invoice.dueDay == cells.dueDay, invoice.dueDay?.description ?? "")
        for (column, keyPath) in Self.invoiceTexts {
            let text = invoice[keyPath: keyPath] ?? ""
            check(
                column, Self.plain(text, of: column) == rows[index].text(column),
                text.isEmpty ? "nothing" : "“\(ImportRow.oneLine(text).prefix(60))”")
        }
        check(
            .issuedTexts, cells.texts == nil || invoice.issuedTexts == cells.texts, "other texts")
    }

    /// A text in the notation of a cell.
    private static func plain(_ text: String, of column: ImportColumn) -> String {
        column.keepsLines ? ImportRow.lines(text) : ImportRow.oneLine(text)
    }

    // MARK: - New invoices

    private func addInvoice(_ cells: InvoiceCells, row index: Int) throws {
        rows[index].isNew = true
        let sale = cells.sale
        if let other = invoices?.sales[sale.number] {
            rows[index].fail(
                .sale, "line \(try line(of: other)) is about the invoice of the same sale")
        } else if let invoice = sale.invoice {
            rows[index].fail(.sale, "sale \(sale.number) has invoice \(invoice.number) already")
        } else if sale.isVoid {
            rows[index].fail(.sale, "sale \(sale.number) is void")
        }
        invoices?.sales[sale.number] = index
        try checkNumberText(of: Invoice.self, row: index)
        if cells.buyerName == nil { rows[index].fail(.buyerName, "enter who the invoice is for") }
        checkDays(of: cells, row: index)
        guard !rows[index].isRefused, let day = cells.day, let dueDay = cells.dueDay else { return }
        let invoice = Invoice(context: context)
        own(invoice, by: index)
        own(sale, by: index)
        invoice.number = cells.number
        invoice.date = day.date
        invoice.dueDate = dueDay.date
        for (column, keyPath) in Self.invoiceTexts {
            invoice[keyPath: keyPath] = rows[index].text(column)
        }
        invoice.issuedTexts = cells.texts
        if cells.texts == nil {
            rows[index].note("it says of the shop and its products what they are called now")
        }
        invoice.sale = sale
        invoices?.given.insert(cells.number)
    }

    private func checkDays(of cells: InvoiceCells, row index: Int) {
        for (column, day) in [(ImportColumn.date, cells.day), (.dueDate, cells.dueDay)] {
            rows[index].require(column)
            if let fault = day.flatMap({ SaleDraft.fault(of: $0) }) {
                rows[index].fail(column, fault)
            }
        }
        guard let day = cells.day else { return }
        if let soldOn = cells.sale.day, day < min(soldOn, CalendarDay.today()) {
            rows[index].fail(.date, "the sale is of \(soldOn): its invoice is not older")
        }
        if let dueDay = cells.dueDay, dueDay < day {
            rows[index].fail(.dueDate, "it is due before the day of the invoice")
        }
    }
}

/// The state of an import of invoices, for all its parts.
struct ImportedInvoices {
    /// The rows by invoice number.
    var rows: [Int64: Int] = [:]
    /// The rows by the number of their sale.
    var sales: [Int64: Int] = [:]
    /// The numbers of the new invoices.
    var given: Set<Int64> = []
    /// The number that the next invoice would get without the import.
    let firstFree: Int64
    /// The stored invoices that rows of the part name, by number.
    var stored: [Int64: Invoice] = [:]

    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        firstFree = try Invoice.nextNumber(in: context)
    }
}
