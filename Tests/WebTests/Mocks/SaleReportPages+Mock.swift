import Domain
import Foundation

@testable import Web

extension SalesTotalsRow {
    static let mocks = [
        SalesTotalsRow(
            name: "November 2026", path: "/sales?from=2026-11-01", count: "17, 1 back",
            countText: "17 sales and 1 return", quantity: "42", total: "$1,326.10",
            hasCost: true, hasBefore: true, net: "$1,200.00", tax: "$126.10",
            cost: "$890.00",
            margin: "$310.00", unknownCost: "2 for $9.00", before: "$900.00"),
        SalesTotalsRow(
            name: "No customer", path: "/sales?customer=none", isNobody: true, count: "1",
            countText: "1 sale", quantity: "1", total: "$5.00"),
    ]
}

extension SalesTotalsPage {
    static func mock(
        rows: [SalesTotalsRow] = SalesTotalsRow.mocks, chart: SalesChart = .months
    ) -> SalesTotalsPage {
        SalesTotalsPage(
            layout: .mock("Sales by month", section: "Sales", subsection: "Totals"),
            heading: "Sales by month", summary: "18 sales and 1 return, $1,331.10",
            groupings: [
                ChoiceLink(label: "By month", path: "/sales/totals", isCurrent: true),
                ChoiceLink(
                    label: "By product", path: "/sales/totals?by=product", isCurrent: false),
            ], days: SalePeriodForm(path: "/sales/totals"),
            filter: .mock(of: "/sales/totals", example: "customer == nil"),
            csvPath: "/sales/totals.csv",
            jsonPath: "/sales/totals.json", isNothingFound: rows.isEmpty,
            clearPath: "/sales/totals", chart: chart,
            nameSort: SortLink(label: "Month", path: "/sales/totals?sort=month", isCurrent: true),
            countSort: SortLink(label: "Sales", path: "/sales/totals?sort=-saleCount"),
            quantitySort: SortLink(label: "Pieces", path: "/sales/totals?sort=-quantity"),
            totalSort: SortLink(label: "Total", path: "/sales/totals?sort=-total"), rows: rows,
            totalCount: "18, 1 back", totalCountText: "18 sales and 1 return",
            totalQuantity: "43", totalAmount: "$1,331.10",
            paging: Paging(ListQuery(), total: rows.count) { _ in "/sales/totals" })
    }

    static var refused: SalesTotalsPage {
        var page = mock(rows: [])
        page.isNothingFound = false
        page.days.to = FormField("x", fault: "“x” is not a day.")
        page.isRefused = true
        page.filter = .refused(of: "/sales/totals")
        return page
    }
}

extension SalesChart {
    static var months: SalesChart {
        SalesChart(months: entries([("2026-09-01", 980), ("2026-11-01", 12_345)]), in: .dollar)
    }

    static var products: SalesChart {
        var totals = SalesTotals()
        totals.amount = 90
        return SalesChart(
            rows: [
                SalesTotalsEntry(
                    grouping: .product, number: 1,
                    recordName: "A chair with a name that goes on and on", totals: totals)
            ], by: .product, in: .dollar)
    }

    private static func entries(_ months: [(String, Decimal)]) -> [SalesTotalsEntry] {
        months.compactMap { text, amount in
            let parts = text.split(separator: "-").compactMap { Int($0) }
            guard let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2]) else {
                return nil
            }
            var totals = SalesTotals()
            totals.amount = amount
            return SalesTotalsEntry(
                grouping: .month, number: Int64(day.daysSince1970), totals: totals)
        }
    }
}

extension DaySheetPage {
    static func mock(rows: [SaleRow] = SaleRow.mocks) -> DaySheetPage {
        DaySheetPage(
            layout: .mock("November 21, 2026", section: "Sales", crumbs: [.sales]),
            shop: "Corner Shop", day: "November 21, 2026", dayISO: "2026-11-21",
            summary: "2 sales and 1 return, $42.50",
            previousPath: "/sales/days/2026-11-20", nextPath: "/sales/days/2026-11-22",
            path: "/sales/day", csvPath: "/sales/days/2026-11-21.csv",
            jsonPath: "/sales/days/2026-11-21.json", newPath: "/sales/new",
            hasSales: !rows.isEmpty,
            figures: [Figure(value: "$42.50", label: "in all", path: "/sales?from=2026-11-21")],
            rows: rows, totalLabel: "Total of 2 sales and 1 return", totalAmount: "$42.50",
            products: rows.isEmpty ? [] : [SalesTotalsRow.mocks[0]])
    }
}

extension DaySheetPage {
    /// With taxes and payments, before it is closed.
    static func taxed(fault: String? = nil) -> DaySheetPage {
        var page = mock()
        page.taxes = [TaxTotalsRow(title: "VAT 19 %", net: "$35.71", tax: "$6.79", gross: "$42.50")]
        page.payments = [SumRow(label: "Cash, 2 payments", amount: "$42.50")]
        page.closing.isOpen = true
        page.closing.path = "/sales/days/2026-11-21/closing"
        page.closing.expected = "$92.50"
        page.closing.openSales = [
            OpenSaleRow(
                label: "Sale 17, Amina <Diallo>", path: "/sales/17", state: "not paid",
                amount: "$52.50")
        ]
        page.closing.reopened = "Reopened on Nov 22, 2026: A sale was forgotten"
        guard let fault else { return page }
        page.closing.show(
            FormData(),
            FormRefusal(
                faults: ["opening", "counted", "note", "isConfirmed"].map {
                    FormFault(field: $0, label: $0, message: fault)
                }))
        return page
    }

    static var closed: DaySheetPage {
        var page = taxed()
        page.closing = DayClosingForm()
        page.closing.isClosed = true
        page.closing.text = "This day is closed, since Nov 21, 2026."
        page.closing.rows = [SumRow(label: "Difference", amount: "$2.00 too little")]
        page.closing.note = FormField("A coin <short>")
        page.closing.reopenPath = "/sales/days/2026-11-21/closing/delete"
        return page
    }
}

extension ItemSalePage {
    static func mock(_ refusal: FormRefusal? = nil) -> ItemSalePage {
        var page = ItemSalePage(
            layout: .mock("Sell Walnut sideboard", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", path: "/items/1/sale", cancelPath: "/items/1",
            search: "", heading: "Latest customers", hasHeading: true, buyers: BuyerRow.mocks,
            unitPrice: MoneyField("unitPrice", "1480.00"), date: FormField("2026-11-21"))
        page.hasTaxRates = true
        page.taxRates = [
            SelectOption(value: "none", label: "No tax"),
            SelectOption(value: "1", label: "VAT 19 %"),
        ]
        page.payments = [.mock(0)]
        if let refusal { page.show(FormData(), refusal) }
        return page
    }
}
