import Domain
import Foundation
import Persistence

/// The sales of a day.
struct DaySheetPage: FormPage {
    static let template = "sales/day"

    var layout: LayoutPage
    var shop: String
    /// `November 21, 2026`.
    var day: String
    var dayISO: String
    /// `14 sales and 1 return, $1,326.10`.
    var summary: String
    var previousPath: String
    var nextPath: String
    /// The action of the form for another day, which uses GET.
    var path: String
    var csvPath: String
    var jsonPath: String
    var newPath: String
    var figures: [Figure]
    /// The sales; absent without any.
    var sales: [ListTable]
    /// The sold products, and the taxes by rate; absent without any.
    var products: [ListTable]
    var taxes: [ListTable]
    /// The payments by payment method, and the unpaid amount.
    var payments: [SumRow] = []
    var closing = DayClosingForm()
}

/// The form that closes a day, or the figures of its closing.
struct DayClosingForm: Sendable {
    /// Whether the form is expanded.
    var isTyped = false
    /// The unpaid sales, and those without a payment method: `Sale 17, Amina Diallo`.
    var openSales: [SumRow] = []
    var isConfirmed = false
    /// The reason why the day was reopened; empty if it never was.
    var reopened = ""
    /// The action that reopens a closed day.
    var reopenPath = ""
    /// Whether that form is expanded.
    var isReopening = false
    /// `This day is closed`; empty if it is not.
    var text = ""
    /// The counted cash.
    var rows: [SumRow] = []
    /// The note of the closing.
    var note = ""
    /// The action that closes the day; empty if it cannot be closed.
    var path = ""
    var summary = FaultSummary()
    /// The expected cash in the drawer.
    var expected = ""
    /// The fields of both forms.
    var fields = FormFields("opening", "counted", "note", "isConfirmed", "reason")

    /// Shows the input and its faults in one of the two forms.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        fields.show(form, refusal)
        guard !isReopening else { return }
        // A day that is closed meanwhile has no form with the fields.
        summary =
            text.isEmpty ? refusal.summary : FaultSummary(refusal.faults, linkingTo: [])
        isTyped = true
        isConfirmed = form["isConfirmed"] == "yes"
    }
}

extension DayClosingForm {
    /// The form of a day, or its closing. A future day cannot be closed.
    init(_ sheet: DaySheet, _ shop: Shop) {
        guard let closing = sheet.closing else {
            if sheet.day <= CalendarDay.today() { path = shop.links(.closedDay(sheet.day)) }
            expected = shop.money(sheet.expected)
            fields.opening.value = Region.current.fieldText(money: sheet.opening)
            openSales = sheet.openSales.map { sale in
                let unsaid = sheet.unsaid[sale.recordNumber] ?? 0
                return SumRow(
                    label: "Sale \(sale.writtenNumber), \(sale.customerText)",
                    amount: shop.money(sale.owed > 0 ? sale.owed : unsaid),
                    path: shop.links(.sale(sale.recordNumber)),
                    state: sale.owed > 0 ? "not paid" : "payment method not recorded")
            }
            if let reopening = sheet.reopening {
                reopened = "Reopened on \(DateText.short(reopening.date)): \(reopening.reason)"
            }
            return
        }
        text =
            "This day is closed\(closing.closedAt.map { ", since \(DateText.short($0))" } ?? "")."
        rows = [
            SumRow(label: "In the drawer in the morning", amount: shop.money(closing.opening)),
            SumRow(label: "Expected", amount: shop.money(closing.expected)),
            SumRow(label: "Counted", amount: shop.money(closing.counted)),
            SumRow(label: "Difference", amount: closing.differenceText(in: shop.currency)),
        ]
        note = closing.note ?? ""
        if let reason = closing.reopenReason, !reason.isEmpty {
            reopened = "It was open again in between: \(reason)"
        }
        reopenPath = shop.links(.closedDay(sheet.day).deletion)
    }
}

extension Shop {
    /// The page of a day.
    ///
    /// - Throws: errors of the store.
    func sheetPage(
        of day: CalendarDay, notices: [Notice] = [], in context: ManagedObjectContext
    ) throws -> DaySheetPage {
        DaySheetPage(
            try DaySheet(day, household, in: context), self, try details(in: context),
            notices: notices)
    }
}

extension DaySheetPage {
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        closing.show(form, refusal)
    }

    /// - Parameter details: the profile of the shop.
    fileprivate init(
        _ sheet: DaySheet, _ shop: Shop, _ details: ShopDetails, notices: [Notice]
    ) {
        let (links, day, totals) = (shop.links, sheet.day, sheet.totals)
        let address = SitePath.salesDay(day)
        let title = DayText.long(day)
        var table = ListTable(
            caption: "Sales of the day",
            heads: Sales.columns.map {
                ListHead($0.kind == .day ? "Time" : $0.label, $0.kind)
            })
        table.fill(
            sheet.sales.map { ListRow($0, shop, onDaySheet: true) },
            totalLabel: "Total of \(totals.countText)",
            totals: [ListCell(""), ListCell(""), ListCell(shop.money(totals.amount))])
        var layout = shop.sales.layout(title, notices: notices)
        layout.alternates = [
            .json(links(address.json)),
            .csv(links(address.csv)),
            .events(links(address.events)),
        ]
        self.init(
            layout: layout, shop: details.name, day: title,
            dayISO: day.description,
            summary: "\(totals.countText), \(shop.money(totals.amount))",
            previousPath: links(.salesDay(day.adding(days: -1))),
            nextPath: links(.salesDay(day.adding(days: 1))), path: links(.salesDay),
            csvPath: SpreadsheetMark.link(to: links(address.csv)), jsonPath: links(address.json),
            newPath: links(.newSale),
            figures: Self.figures(sheet, shop), sales: sheet.sales.isEmpty ? [] : [table],
            products: sheet.products.isEmpty ? [] : [.products(sheet.products, shop)],
            taxes: sheet.taxes.isEmpty ? [] : [.taxes(sheet.taxes, shop)])
        payments = Self.payments(sheet, shop)
        closing = DayClosingForm(sheet, shop)
    }

    /// The payments by method, and the unpaid amount; empty if no payment method is known.
    private static func payments(_ sheet: DaySheet, _ shop: Shop) -> [SumRow] {
        var rows = sheet.payments.entries.map {
            SumRow(
                label: "\($0.name), \(ItemCount.text($0.count, "payment", "payments"))",
                amount: shop.money($0.amount))
        }
        if sheet.owed > 0 {
            rows.append(SumRow(label: "Still to be paid", amount: shop.money(sheet.owed)))
        }
        if sheet.otherDays != 0 {
            rows.append(
                SumRow(
                    label: "Settled on or for other days", amount: shop.money(sheet.otherDays)))
        }
        guard !rows.isEmpty else { return [] }
        if sheet.unknownPayment != 0 {
            rows.append(
                SumRow(
                    label: "Payment method not recorded", amount: shop.money(sheet.unknownPayment)))
        }
        return rows
    }

    private static func figures(_ sheet: DaySheet, _ shop: Shop) -> [Figure] {
        func path(_ state: String?) -> String {
            let text = sheet.day.description
            return shop.links(
                ListQuery().filtered("from", by: text).filtered("to", by: text)
                    .filtered("state", by: state).address(of: .sales))
        }
        let totals = sheet.totals
        return [
            Figure(value: shop.money(totals.amount), label: "in all", path: path(nil)),
            Figure(
                value: "\(totals.saleCount, grouped: true)",
                label: totals.saleCount == 1 ? "sale" : "sales", path: path("sold")),
            Figure(
                value: "\(totals.returnCount, grouped: true)",
                label: totals.returnCount == 1 ? "return" : "returns", path: path("returned")),
            Figure(
                value: "\(sheet.voidCount, grouped: true)", label: "void", path: path("void")),
        ]
    }
}

extension ListTable {
    /// The sold products of a day.
    fileprivate static func products(_ entries: [SalesTotalsEntry], _ shop: Shop) -> ListTable {
        let columns: [SalesTotalsColumn] = [
            .count(ListHead("Sales", .count)), .pieces(ListHead("Pieces", .pieces)),
            .total(ListHead("Total", .value), shop),
        ]
        var table = ListTable(
            caption: "Products of the day", isTitled: true, style: Style.totals.rawValue,
            heads: [ListHead("Product", .name)] + columns.map(\.head))
        table.fill(entries.map { ListRow($0, columns, shop) })
        return table
    }

    /// The totals of a day by tax rate.
    fileprivate static func taxes(_ taxes: [SalesTotalsEntry], _ shop: Shop) -> ListTable {
        var table = ListTable(
            caption: "By tax rate", isTitled: true, style: Style.taxes.rawValue,
            heads: [
                ListHead("Tax", .name), ListHead("Net", .value), ListHead("Tax", .value),
                ListHead("Gross", .value),
            ])
        table.fill(
            taxes.map { tax in
                ListRow(
                    anchor: "", path: "", name: tax.name,
                    [
                        ListCell(shop.money(tax.totals.net), lead: "net "),
                        ListCell(shop.money(tax.totals.tax), lead: "tax "),
                        ListCell(shop.money(tax.totals.amount)),
                    ])
            })
        return table
    }
}
